const nameOf = (pair: string): string => [...new URLSearchParams(`&${pair}`).keys()][0] ?? '';

/**
 * An address with these parameters at the end of its query, whose own stay as they are written (RFC 6749
 * section 3.1.2). Those of the same name, of which there may be one, are left out.
 */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const added = new URLSearchParams(parameters).toString();
  if (added === '') return address;
  const [base = '', query = ''] = address.split(/\?(.*)/s);
  const own = query
    .split('&')
    .filter((pair) => !Object.hasOwn(parameters, nameOf(pair)))
    .join('&');
  return `${base}?${own}${own === '' || own.endsWith('&') ? '' : '&'}${added}`;
}
