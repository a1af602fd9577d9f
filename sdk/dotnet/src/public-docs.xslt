<?xml version="1.0"?>
<!-- The compiler writes the comments of internal types too; a package documents what its users can call. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output indent="yes" />
  <xsl:strip-space elements="members" />
  <xsl:template match="@*|node()">
    <xsl:copy><xsl:apply-templates select="@*|node()" /></xsl:copy>
  </xsl:template>
  <xsl:template match="member[not(
    starts-with(substring(@name, 3), 'Microsoft.')
    or starts-with(substring(@name, 3), 'ServiceMonitor.Client.HeartbeatBackgroundService')
    or starts-with(substring(@name, 3), 'ServiceMonitor.Client.IServiceMonitorStatus')
    or starts-with(substring(@name, 3), 'ServiceMonitor.Client.ServiceMonitorOptions')
    or starts-with(substring(@name, 3), 'ServiceMonitor.Client.ServiceRegistrationHostedService'))]" />
</xsl:stylesheet>
