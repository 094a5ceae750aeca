import { demoClients, demoPassword, demoQuarries, demoScopes, demoUsers } from '@safety/demo-data';

/** Headers with which a demo user asks a demo company; by default an administrator of it. */
export async function demoHeaders(suite, email = demoUsers[0].email) {
  const { clientId, secret } = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const response = await fetch(`${suite.url}/auth/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      client_secret: secret,
      username: email,
      password: demoPassword,
      scope: demoScopes.join(' '),
    }),
  });
  const { access_token: token } = await response.json();
  return { authorization: `Bearer ${token}`, 'x-company-context': demoQuarries.id };
}

/** Adds so many courses to those of the demo data. */
export async function addCourses(suite, headers, count) {
  for (let index = 0; index < count; index++) {
    const course = {
      code: `BENCH-${index}`,
      name: `Course ${index}`,
      category: 'other',
      deliveryMethod: 'online',
    };
    const response = await fetch(`${suite.urls.training}/courses`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(course),
    });
    if (response.status !== 201) throw new Error(`POST /courses answered ${response.status}`);
  }
}
