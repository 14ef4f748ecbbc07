{{- define "loquat.labels" -}}
app.kubernetes.io/name: loquat
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* A container of the image: its command, settings and rights. */}}
{{- define "loquat.container" -}}
name: {{ .component }}
image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [{{ .component }}]
env:
  - name: ROOT_URL
    value: {{ required "rootUrl is required" .root.Values.rootUrl | quote }}
  {{- if .root.Values.authoritiesSecret }}
  - name: NODE_EXTRA_CA_CERTS
    value: /authorities/ca.crt
  {{- end }}
  {{- range $name, $value := .root.Values.settings }}
  - name: {{ $name }}
    value: {{ $value | toString | quote }}
  {{- end }}
envFrom:
  - secretRef:
      name: {{ required "existingSecret is required" .root.Values.existingSecret }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
  {{- if .root.Values.authoritiesSecret }}
  - name: authorities
    mountPath: /authorities
    readOnly: true
  {{- end }}
{{- end -}}

{{/* What every pod has besides its containers. */}}
{{- define "loquat.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    emptyDir: {}
  {{- with .root.Values.authoritiesSecret }}
  - name: authorities
    secret:
      secretName: {{ . | quote }}
  {{- end }}
{{- end -}}

{{/* The pods of a component are on different machines where that is possible. */}}
{{- define "loquat.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "loquat.labels" . | nindent 8 }}
{{- end -}}

{{/* The number of pods. With an autoscaler it is the present one: a Deployment that loses its number has one pod until the autoscaler
   looks at it. Without a cluster, as in `helm template`, there is none, and the number is left to the autoscaler. */}}
{{- define "loquat.replicas" -}}
{{- $values := index .root.Values .component -}}
{{- if not $values.autoscaling.enabled -}}
replicas: {{ $values.replicas }}
{{- else -}}
{{- with lookup "apps/v1" "Deployment" .root.Release.Namespace (printf "%s-%s" .root.Release.Name .component) -}}
replicas: {{ .spec.replicas }}
{{- end -}}
{{- end -}}
{{- end -}}
