{{/* The image of a service: (list . "training"). */}}
{{- define "safety.image" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- with (index $root.Values.services $name).image -}}
{{ . }}
{{- else -}}
{{ printf "%s/%s:%s" $root.Values.image.registry $name ($root.Values.image.tag | default $root.Chart.AppVersion) }}
{{- end -}}
{{- end }}
