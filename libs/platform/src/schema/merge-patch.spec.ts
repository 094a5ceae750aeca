import { describe, expect, it } from '@jest/globals';
import { mergePatch } from './merge-patch.js';

describe('RFC 7396 appendix A', () => {
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('%s patched by %s is %s', (target, patch, result) => {
    expect(mergePatch(JSON.parse(target), JSON.parse(patch))).toEqual(JSON.parse(result));
  });
});

it('leaves what it is given as it was', () => {
  const target = { a: { b: 'c' }, d: 1 };
  const patch = { a: { b: 'x' }, d: null };
  mergePatch(target, patch);
  expect({ target, patch }).toEqual({
    target: { a: { b: 'c' }, d: 1 },
    patch: { a: { b: 'x' }, d: null },
  });
});

it.each(['__proto__', 'constructor', 'toString'])('treats %s as a member like any other', (name) => {
  const patch = JSON.parse(`{"${name}":{"polluted":true}}`);
  const merged = mergePatch({}, patch) as object;
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(JSON.stringify(merged)).toBe(`{"${name}":{"polluted":true}}`);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
