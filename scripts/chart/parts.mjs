// The parts of a pod that the values switch on: what deploy/private-ca, tls, gateway-tls and tracing are for
// kustomize.

export const TLS_BETWEEN_PODS = '.Values.tls.enabled';

/** As deploy/private-ca has it: entries of lists, at the column of their key. */
export const AUTHORITIES = {
  when: '.Values.privateCa.enabled',
  env: 'INDENT- name: NODE_EXTRA_CA_CERTS\nINDENT  value: /etc/private-ca/ca.crt',
  volumeMounts: 'INDENT- mountPath: /etc/private-ca\nINDENT  name: private-ca\nINDENT  readOnly: true',
  volumes: () => 'INDENT- configMap:\nINDENT    name: private-ca\nINDENT  name: private-ca',
};

/** As deploy/tls has it, and deploy/gateway-tls. */
export const certificateOf = (name) => ({
  when: name === 'gateway' ? '.Values.gatewayTls.enabled' : TLS_BETWEEN_PODS,
  env: [
    ...['INDENT- name: TLS_KEY_FILE', 'INDENT  value: /etc/tls/tls.key'],
    ...['INDENT- name: TLS_CERT_FILE', 'INDENT  value: /etc/tls/tls.crt'],
  ].join('\n'),
  volumeMounts: 'INDENT- mountPath: /etc/tls\nINDENT  name: tls\nINDENT  readOnly: true',
  volumes: () =>
    `INDENT- name: tls\nINDENT  secret:\nINDENT    defaultMode: 288\nINDENT    secretName: ${name}-tls`,
});

/** As deploy/tracing has it: clients of the gateway are strangers, and the services follow it. */
const tracesOf = (name) => ({
  when: '.Values.tracing.enabled',
  env: [
    ...Object.entries({
      OTEL_TRACES_SAMPLER: name === 'gateway' ? 'traceidratio' : 'parentbased_traceidratio',
      OTEL_EXPORTER_OTLP_ENDPOINT: '{{ .Values.tracing.endpoint }}',
      OTEL_TRACES_SAMPLER_ARG: '{{ toString .Values.tracing.share | quote }}',
    }).flatMap(([setting, value]) => [`INDENT- name: ${setting}`, `INDENT  value: ${value}`]),
    'INDENT- name: OTEL_EXPORTER_OTLP_HEADERS',
    'INDENT  valueFrom:',
    'INDENT    secretKeyRef: { name: tracing, key: OTEL_EXPORTER_OTLP_HEADERS, optional: true }',
  ].join('\n'),
});

/** The parts that a service may have beside its own, by conditions. */
export const partsOf = (name) => [certificateOf(name), AUTHORITIES, tracesOf(name)];

export const inCase = (condition, text) => `{{- if ${condition} }}\n${text}\n{{- end }}`;
