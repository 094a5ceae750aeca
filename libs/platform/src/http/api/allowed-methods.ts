import type { FastifyInstance, RouteOptions } from 'fastify';
import { pathOf } from '../path-of.js';

interface Path {
  url: string;
  pattern: RegExp;
  methods: Set<string>;
}

/** Knows the paths of a server and their methods, for 405 and its `Allow` header. */
export class AllowedMethods {
  private readonly paths = new Map<string, Path>();
  private readonly readAsParameters = new Map<string, Path[]>();

  /** Takes down all routes that are added from now on. */
  constructor(fastify: FastifyInstance) {
    fastify.addHook('onRoute', ({ url, method }: RouteOptions) => {
      const path = this.paths.get(url) ?? { url, pattern: patternOf(url), methods: new Set() };
      for (const one of [method].flat()) path.methods.add(one);
      this.paths.set(url, path);
      this.readAsParameters.clear();
    });
  }

  /** The methods of an address: of the path alone that says most of it in literal segments. */
  of(address: string): string[] {
    const path = pathOf(address);
    const [best] = [...this.paths.values()]
      .filter(({ pattern }) => pattern.test(path))
      .sort(byLiteralSegments);
    return best ? [...best.methods].sort() : [];
  }

  /**
   * The methods of an address of which a route has read a literal segment as a parameter, since the literal
   * one has no such method: `approvalData` of `DELETE /hazards/approvalData` is no id.
   */
  ofMistaken(route: string | undefined, address: string): string[] | undefined {
    if (route === undefined || !route.includes(':')) return undefined;
    let literal = this.readAsParameters.get(route);
    if (!literal) {
      literal = [...this.paths.values()].filter(({ url }) => isMoreLiteral(url, route));
      this.readAsParameters.set(route, literal);
    }
    if (literal.length === 0) return undefined;
    const path = pathOf(address);
    return literal.some(({ pattern }) => pattern.test(path)) ? this.of(address) : undefined;
  }
}

const segmentsOf = (url: string): string[] => url.toLowerCase().replace(/\/$/, '').split('/');
const isParameter = (segment: string): boolean => segment.startsWith(':');

/** Whether each path of one route is one of the other too, which has a parameter in place of a literal. */
function isMoreLiteral(url: string, than: string): boolean {
  const [segments, others] = [segmentsOf(url), segmentsOf(than)];
  if (segments.length !== others.length) return false;
  const differ = segments.filter((segment, index) => segment !== others[index] && !isParameter(segment));
  const fits = segments.every((segment, index) => {
    const other = others[index] ?? '';
    return isParameter(other) || segment === other;
  });
  return fits && differ.length > 0;
}

/** A wildcard comes last; else the first segment decides that is literal in one path alone. */
function byLiteralSegments(one: Path, other: Path): number {
  const rank = ({ url }: Path) =>
    segmentsOf(url)
      .map((segment) => (segment.includes('*') ? 2 : Number(isParameter(segment))))
      .join('');
  return rank(one).localeCompare(rank(other));
}

function patternOf(route: string): RegExp {
  const escaped = route.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const source = escaped
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*/g, '.*')
    .replace(/\/$/, '');
  return new RegExp(`^${source}/?$`, 'i');
}
