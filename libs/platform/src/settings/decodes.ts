/** The words for an address that does not decode. */
export const NOT_DECODED = 'has a % that stands for itself: write it as %25';

/** Whether user, password and path of an address decode. Drivers throw without a name where they do not. */
export function decodes(address: string): boolean {
  try {
    const { username, password, pathname } = new URL(address);
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}
