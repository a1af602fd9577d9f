{{- define "monitor.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end -}}

{{- define "monitor.service-account" -}}
{{- with .Values.serviceAccount -}}
{{- .name | default (.create | ternary (include "monitor.name" $) "default") -}}
{{- end -}}
{{- end -}}

{{- /* A setting as text. A number of a values file comes as a float, which would be written 1e+06. */ -}}
{{- define "monitor.setting" -}}
{{- if kindIs "string" . }}{{ . }}{{ else }}{{ int64 . }}{{ end -}}
{{- end -}}

{{- /*
Which versions of the Secrets that its nodes read the cluster holds, so that changed ones roll the pods. Versions, no
hashes: those could be guessed from. Empty where helm does not ask the cluster, as in `helm template`.
*/ -}}
{{- define "monitor.secret-versions" -}}
{{- $names := list .Values.redis.existingSecret .Values.apiKey.existingSecret .Values.config.existingSecret -}}
{{- $names = append $names .Values.deadman.existingSecret -}}
{{- range .Values.extraEnv }}{{ $names = append $names (dig "valueFrom" "secretKeyRef" "name" "" .) }}{{ end -}}
{{- range .Values.extraEnvFrom }}{{ $names = append $names (dig "secretRef" "name" "" .) }}{{ end -}}
{{- $seen := dict -}}
{{- range $names | compact | uniq -}}
{{- with lookup "v1" "Secret" $.Release.Namespace . }}{{ $_ := set $seen .metadata.name .metadata.resourceVersion }}{{ end -}}
{{- end -}}
{{- if $seen }}{{ toJson $seen }}{{ end -}}
{{- end -}}

{{- /* The pod of a role: the two deployments differ in nothing else. */ -}}
{{- define "monitor.pod" -}}
{{- $values := .root.Values }}
{{- $own := index $values .role }}
{{- $of := . }}
{{- /* Workers let nobody in and need no key. */ -}}
{{- $apiKey := and (eq .role "api") $values.apiKey.existingSecret }}
metadata:
  labels:
    {{- include "monitor.labels" . | nindent 4 }}
    {{- with $values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/config: {{ $values.config.content | sha256sum }}
    {{- with include "monitor.secret-versions" .root }}
    service-monitor/secret-versions: {{ . | quote }}
    {{- end }}
    {{- with $values.secretsRevision }}
    service-monitor/secrets-revision: {{ . | quote }}
    {{- end }}
    {{- with $values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "monitor.service-account" .root }}
  automountServiceAccountToken: false
  # The drain, what is under way after it, and some air.
  terminationGracePeriodSeconds: 20
  securityContext:
    {{- toYaml $values.podSecurityContext | nindent 4 }}
  {{- with $values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.priorityClassName | default $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- with $own.topologySpread | default $values.topologySpread }}
  topologySpreadConstraints:
    {{- range . }}
    {{- $selector := .labelSelector | default (dict "matchLabels" (include "monitor.selector" $of | fromYaml)) }}
    {{- list (merge (dict "labelSelector" $selector) .) | toYaml | nindent 4 }}
    {{- end }}
  {{- end }}
  {{- with $own.affinity | default $values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.nodeSelector | default $values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $own.tolerations | default $values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .role }}
      image: {{ include "monitor.image" .root | quote }}
      imagePullPolicy: {{ $values.image.pullPolicy }}
      args: [start, --roles, {{ .role }}]
      ports:
        - { name: http, containerPort: 8080 }
      env:
        - name: REDIS_URL
          valueFrom:
            secretKeyRef: { name: {{ $values.redis.existingSecret | quote }}, key: {{ $values.redis.key | quote }} }
        - name: MONITOR_CONFIG
          value: /etc/service-monitor/monitor.yaml
        {{- if $apiKey }}
        - name: MONITOR_API_KEY_FILE
          value: /run/secrets/service-monitor/api-key
        {{- end }}
        {{- if $values.deadman.existingSecret }}
        - name: MONITOR_DEADMAN_URL
          valueFrom:
            secretKeyRef: { name: {{ $values.deadman.existingSecret | quote }}, key: {{ $values.deadman.key | quote }} }
        {{- end }}
        {{- range $name, $value := $values.settings }}
        - name: {{ $name }}
          value: {{ include "monitor.setting" $value | quote }}
        {{- end }}
        {{- with $values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $values.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      startupProbe:
        httpGet: { path: /livez, port: http }
        {{- toYaml $values.probes.startup | nindent 8 }}
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        {{- toYaml $values.probes.readiness | nindent 8 }}
      livenessProbe:
        httpGet: { path: /livez, port: http }
        {{- toYaml $values.probes.liveness | nindent 8 }}
      resources:
        {{- toYaml $own.resources | nindent 8 }}
      securityContext:
        {{- toYaml $values.securityContext | nindent 8 }}
      volumeMounts:
        - { name: config, mountPath: /etc/service-monitor, readOnly: true }
        {{- if $apiKey }}
        - { name: api-key, mountPath: /run/secrets/service-monitor, readOnly: true }
        {{- end }}
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: config
      {{- if $values.config.existingSecret }}
      secret:
        secretName: {{ $values.config.existingSecret | quote }}
        items: [{ key: {{ $values.config.key | quote }}, path: monitor.yaml }]
      {{- else }}
      configMap: { name: {{ include "monitor.name" .root }}-config }
      {{- end }}
    {{- if $apiKey }}
    - name: api-key
      secret:
        secretName: {{ $values.apiKey.existingSecret | quote }}
        items: [{ key: {{ $values.apiKey.key | quote }}, path: api-key }]
    {{- end }}
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}
