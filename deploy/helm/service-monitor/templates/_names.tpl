{{- /* The chart's name, or what stands for it. */ -}}
{{- define "monitor.chart" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- /* The name that every object begins with: the release, or the release and the chart. */ -}}
{{- define "monitor.name" -}}
{{- $chart := include "monitor.chart" . -}}
{{- $both := contains $chart .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name $chart) -}}
{{- .Values.fullnameOverride | default $both | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- /* What tells this monitor from others in one Prometheus; a valid label of Kubernetes, for the autoscaler's selector. */ -}}
{{- define "monitor.asLabel" -}}
{{- printf "%s.%s" (include "monitor.name" .) .Release.Namespace | trunc 63 | trimSuffix "-" | trimSuffix "." -}}
{{- end -}}

{{- /* What selects the pods of a role; never changes during an upgrade. Takes (dict "root" $ "role" "api"). */ -}}
{{- define "monitor.selector" -}}
app.kubernetes.io/name: {{ include "monitor.chart" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "monitor.labels" -}}
{{ include "monitor.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}
