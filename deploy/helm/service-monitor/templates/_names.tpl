{{- /* The name that every object begins with: the release, or the release and the chart. */ -}}
{{- define "monitor.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* What selects the pods of a role; never changes during an upgrade. Takes (dict "root" $ "role" "api"). */ -}}
{{- define "monitor.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "monitor.labels" -}}
{{ include "monitor.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- /* A setting as text. A number of a values file comes as a float, which would be written 1e+06. */ -}}
{{- define "monitor.setting" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ int64 . }}{{ end -}}
{{- end -}}

{{- /* The pod of a role: the two deployments differ in nothing else. */ -}}
{{- define "monitor.pod" -}}
{{- /* Workers let nobody in and need no key. */ -}}
{{- $apiKey := and (eq .role "api") .root.Values.apiKey.existingSecret }}
metadata:
  labels:
    {{- include "monitor.labels" . | nindent 4 }}
  annotations:
    checksum/config: {{ .root.Values.config.content | sha256sum }}
    {{- with .root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  automountServiceAccountToken: false
  # The drain, what is under way after it, and some air.
  terminationGracePeriodSeconds: 20
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "monitor.selector" . | nindent 10 }}
  containers:
    - name: {{ .role }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: [start, --roles, {{ .role }}]
      ports:
        - { name: http, containerPort: 8080 }
      env:
        - name: REDIS_URL
          valueFrom:
            secretKeyRef: { name: {{ .root.Values.redis.existingSecret | quote }}, key: {{ .root.Values.redis.key | quote }} }
        - name: MONITOR_CONFIG
          value: /etc/service-monitor/monitor.yaml
        {{- if $apiKey }}
        - name: MONITOR_API_KEY_FILE
          value: /run/secrets/service-monitor/api-key
        {{- end }}
        {{- range $name, $value := .root.Values.settings }}
        - name: {{ $name }}
          value: {{ include "monitor.setting" $value | quote }}
        {{- end }}
        {{- with .root.Values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      # Ready while Redis answers and it is not told to stop; alive while the process turns. A Redis that is away must
      # not restart anything. A node listens once Redis has answered it, so its start may take as long as Redis is late:
      # an hour before it is tried anew.
      startupProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 2
        failureThreshold: 1800
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 2
        failureThreshold: 2
        timeoutSeconds: 2
      livenessProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 10
        failureThreshold: 3
        timeoutSeconds: 5
      resources:
        {{- toYaml (index .root.Values .role).resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: config, mountPath: /etc/service-monitor, readOnly: true }
        {{- if $apiKey }}
        - { name: api-key, mountPath: /run/secrets/service-monitor, readOnly: true }
        {{- end }}
  volumes:
    - name: config
      {{- if .root.Values.config.existingSecret }}
      secret:
        secretName: {{ .root.Values.config.existingSecret | quote }}
        items: [{ key: {{ .root.Values.config.key | quote }}, path: monitor.yaml }]
      {{- else }}
      configMap: { name: {{ include "monitor.name" .root }}-config }
      {{- end }}
    {{- if $apiKey }}
    - name: api-key
      secret:
        secretName: {{ .root.Values.apiKey.existingSecret | quote }}
        items: [{ key: {{ .root.Values.apiKey.key | quote }}, path: api-key }]
    {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
