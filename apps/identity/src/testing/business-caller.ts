import type { Suite } from '@safety/local-stack';
import { eventually } from '@safety/testing';
import { passwordClient } from './flows.js';

/** Calls the business API with a token of the user's own. */
export async function callerOf({ url }: Suite, companyId: string, username: string, password: string) {
  const scope = 'openid resources_business_api';
  const body = new URLSearchParams({ grant_type: 'password', username, password, scope, ...passwordClient });
  const tokens = await fetch(`${url}/auth/connect/token`, { method: 'POST', body });
  const { access_token } = (await tokens.json()) as { access_token: string };
  const call = async (path: string, sent?: object): Promise<{ id: string; data: { id: string }[] }> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${access_token}`,
        'x-company-context': companyId,
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; data: { id: string }[] };
  };
  return {
    hazards: async (): Promise<string[]> => (await call('/hazards')).data.map(({ id }) => id),
    site: async (name: string, parentId: string | null = null): Promise<string> => {
      const item = await call('/orgstructures/items', { name, type: 'site' });
      return (await call('/orgstructures', { itemId: item.id, parentId })).id;
    },
    /** Reported without approval, so that everybody who covers the place sees it. */
    hazard: async (title: string, orgStructureId: string): Promise<string> => {
      const riskAssessment = { initial: { likelihood: 4, severity: 4 } };
      const identifiedAt = new Date().toISOString();
      const about = { title, description: 'Seen on a walk.', hazardType: 'mechanical', identifiedAt };
      let id = '';
      // hazards-events learns of a new site by the bus.
      await eventually(async () => {
        id = (await call('/hazards', { ...about, orgStructureId, riskAssessment })).id;
      });
      return id;
    },
  };
}
