{{/* Made by scripts/chart.mjs from deploy/apps. */}}
{{- define "safety.settings.accounts" -}}
{{- $settings := fromYaml (include "safety.defaults.accounts" .) -}}
{{- toYaml (mergeOverwrite $settings (index .Values.services "accounts").settings) }}
{{- end }}

{{- define "safety.defaults.accounts" -}}
ACCOUNTS_API_URL: {{ .Values.addresses.accountsApi | quote }}
AUTH_URL: {{ .Values.addresses.auth | quote }}
BASE_URL: {{ .Values.addresses.api | quote }}
DATABASE_POOL_SIZE: "5"
HOST: 0.0.0.0
IDENTITY_URL: {{ printf "%s://identity:8080" (ternary "https" "http" .Values.tls.enabled) }}
LOG_FORMAT: json
LOG_LEVEL: info
NODE_OPTIONS: --max-semi-space-size=64
PORT: "8080"
SHUTDOWN_DELAY_MS: "5000"
SHUTDOWN_GRACE_MS: "20000"
{{- end }}

{{- define "safety.settings.gateway" -}}
{{- $settings := fromYaml (include "safety.defaults.gateway" .) -}}
{{- toYaml (mergeOverwrite $settings (index .Values.services "gateway").settings) }}
{{- end }}

{{- define "safety.defaults.gateway" -}}
ACCOUNTS_API_URL: {{ .Values.addresses.accountsApi | quote }}
ACCOUNTS_URL: {{ printf "%s://accounts-pods:8080" (ternary "https" "http" .Values.tls.enabled) }}
AUTH_URL: {{ .Values.addresses.auth | quote }}
BASE_URL: {{ .Values.addresses.api | quote }}
HAZARDS_EVENTS_URL: {{ printf "%s://hazards-events-pods:8080" (ternary "https" "http" .Values.tls.enabled) }}
HOST: 0.0.0.0
IDENTITY_URL: {{ printf "%s://identity-pods:8080" (ternary "https" "http" .Values.tls.enabled) }}
LOG_FORMAT: json
LOG_LEVEL: info
PERSONNEL_ORG_URL: {{ printf "%s://personnel-org-pods:8080" (ternary "https" "http" .Values.tls.enabled) }}
PORT: "8080"
SHUTDOWN_DELAY_MS: "5000"
SHUTDOWN_GRACE_MS: "20000"
TRAINING_URL: {{ printf "%s://training-pods:8080" (ternary "https" "http" .Values.tls.enabled) }}
TRUSTED_PROXIES: {{ (toString .Values.trustedProxies) | quote }}
{{- end }}

{{- define "safety.settings.hazards-events" -}}
{{- $settings := fromYaml (include "safety.defaults.hazards-events" .) -}}
{{- toYaml (mergeOverwrite $settings (index .Values.services "hazards-events").settings) }}
{{- end }}

{{- define "safety.defaults.hazards-events" -}}
ACCOUNTS_API_URL: {{ .Values.addresses.accountsApi | quote }}
ACCOUNTS_URL: {{ printf "%s://accounts:8080" (ternary "https" "http" .Values.tls.enabled) }}
AUTH_URL: {{ .Values.addresses.auth | quote }}
BASE_URL: {{ .Values.addresses.api | quote }}
DATABASE_POOL_SIZE: "5"
HOST: 0.0.0.0
IDENTITY_URL: {{ printf "%s://identity:8080" (ternary "https" "http" .Values.tls.enabled) }}
LOG_FORMAT: json
LOG_LEVEL: info
NODE_OPTIONS: --max-semi-space-size=64
PORT: "8080"
SHUTDOWN_DELAY_MS: "5000"
SHUTDOWN_GRACE_MS: "20000"
{{- end }}

{{- define "safety.settings.identity" -}}
{{- $settings := fromYaml (include "safety.defaults.identity" .) -}}
{{- toYaml (mergeOverwrite $settings (index .Values.services "identity").settings) }}
{{- end }}

{{- define "safety.defaults.identity" -}}
ACCOUNTS_URL: {{ printf "%s://accounts:8080" (ternary "https" "http" .Values.tls.enabled) }}
AUTH_URL: {{ .Values.addresses.auth | quote }}
DATABASE_POOL_SIZE: "5"
HOST: 0.0.0.0
LOG_FORMAT: json
LOG_LEVEL: info
MAIL_FROM: {{ .Values.mail.from | quote }}
PERSONNEL_ORG_URL: {{ printf "%s://personnel-org:8080" (ternary "https" "http" .Values.tls.enabled) }}
PORT: "8080"
SHUTDOWN_DELAY_MS: "5000"
SHUTDOWN_GRACE_MS: "20000"
{{- end }}

{{- define "safety.settings.personnel-org" -}}
{{- $settings := fromYaml (include "safety.defaults.personnel-org" .) -}}
{{- toYaml (mergeOverwrite $settings (index .Values.services "personnel-org").settings) }}
{{- end }}

{{- define "safety.defaults.personnel-org" -}}
ACCOUNTS_API_URL: {{ .Values.addresses.accountsApi | quote }}
ACCOUNTS_URL: {{ printf "%s://accounts:8080" (ternary "https" "http" .Values.tls.enabled) }}
AUTH_URL: {{ .Values.addresses.auth | quote }}
BASE_URL: {{ .Values.addresses.api | quote }}
DATABASE_POOL_SIZE: "5"
HOST: 0.0.0.0
IDENTITY_URL: {{ printf "%s://identity:8080" (ternary "https" "http" .Values.tls.enabled) }}
LOG_FORMAT: json
LOG_LEVEL: info
NODE_OPTIONS: --max-semi-space-size=64
PORT: "8080"
SHUTDOWN_DELAY_MS: "5000"
SHUTDOWN_GRACE_MS: "20000"
{{- end }}

{{- define "safety.settings.training" -}}
{{- $settings := fromYaml (include "safety.defaults.training" .) -}}
{{- toYaml (mergeOverwrite $settings (index .Values.services "training").settings) }}
{{- end }}

{{- define "safety.defaults.training" -}}
ACCOUNTS_API_URL: {{ .Values.addresses.accountsApi | quote }}
ACCOUNTS_URL: {{ printf "%s://accounts:8080" (ternary "https" "http" .Values.tls.enabled) }}
AUTH_URL: {{ .Values.addresses.auth | quote }}
BASE_URL: {{ .Values.addresses.api | quote }}
DATABASE_POOL_SIZE: "5"
HOST: 0.0.0.0
IDENTITY_URL: {{ printf "%s://identity:8080" (ternary "https" "http" .Values.tls.enabled) }}
LOG_FORMAT: json
LOG_LEVEL: info
NODE_OPTIONS: --max-semi-space-size=64
PORT: "8080"
SHUTDOWN_DELAY_MS: "5000"
SHUTDOWN_GRACE_MS: "20000"
{{- end }}
