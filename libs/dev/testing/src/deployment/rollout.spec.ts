import { describe, expect, it } from '@jest/globals';
import { appNames } from '@safety/local-stack';
import { chartObjects } from './deployment-files.js';

interface Probe {
  periodSeconds: number;
  failureThreshold: number;
}

interface Policies {
  stabilizationWindowSeconds: number;
  policies: { type: string; value: number; periodSeconds: number }[];
}

interface Deployed {
  kind: string;
  spec: {
    minReadySeconds: number;
    template: { spec: { containers: { readinessProbe: Probe }[] } };
    behavior: { scaleUp: Policies; scaleDown: Policies };
  };
}

describe.each(appNames)('pods of %s', (app) => {
  const objects = chartObjects<Deployed>(app);
  const specOf = (kind: string) => objects.find((object) => object.kind === kind)?.spec;

  it('are rolled out one after the other, once each has stayed ready for longer than probes may fail', () => {
    const { minReadySeconds = 0, template } = specOf('Deployment') ?? {};
    const { periodSeconds = 0, failureThreshold = 0 } = template?.spec.containers[0]?.readinessProbe ?? {};
    expect(minReadySeconds).toBeGreaterThan(periodSeconds * failureThreshold);
  });

  it('come quickly with load, and go one by one after it', () => {
    const { scaleUp, scaleDown } = specOf('HorizontalPodAutoscaler')?.behavior ?? {};
    expect(scaleUp?.stabilizationWindowSeconds).toBeLessThanOrEqual(60);
    expect(scaleDown?.stabilizationWindowSeconds).toBeGreaterThanOrEqual(300);
    expect(scaleDown?.policies).toEqual([{ type: 'Pods', value: 1, periodSeconds: 60 }]);
  });
});
