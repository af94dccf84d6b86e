{{- define "assay.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "assay.labels" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "assay.selector" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The addresses of all cells: 0=https://a.example,1=https://b.example */}}
{{- define "assay.cells" -}}
{{- $cells := list -}}
{{- range $cell, $url := .Values.cells.urls -}}
{{- $cells = append $cells (printf "%s=%s" $cell $url) -}}
{{- end -}}
{{- join "," $cells -}}
{{- end -}}
