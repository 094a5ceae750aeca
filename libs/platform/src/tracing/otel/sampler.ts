import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '../settings.js';

/** The sampler that `OTEL_TRACES_SAMPLER` names. The SDK leaves reading it to whoever sets it up. */
export function samplerOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG }: TracingSettings): Sampler {
  const name = OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG);
  return name === OTEL_TRACES_SAMPLER ? root : new ParentBasedSampler({ root });
}
