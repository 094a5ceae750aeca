import Bowser from 'bowser';

/** The features by which a person recognises a browser. */
export interface Device {
  browser?: string;
  system?: string;
}

/**
 * Read from `User-Agent`, which anybody can write as they like: for recognition only, never for a decision.
 */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return {};
  const { browser, os } = Bowser.parse(userAgent);
  return {
    ...(browser.name && { browser: browser.name }),
    ...(os.name && { system: os.name }),
  };
}
