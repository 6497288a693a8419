import { createHmac } from 'node:crypto';
import type { Settings } from '../settings/settings.ts';

/** Settings that belong to a machine or a process, and differ for good reason. */
const OWN: ReadonlySet<string> = new Set<keyof Settings>([
  'port',
  'host',
  'processes',
  'dataDir',
  'schemasDir',
  'nfeDir',
  'nfeChainFile',
  'logLevel',
]);

/**
 * A mark of each setting that all processes should have alike, by the beginning of its variables' names. It tells whether two
 * are equal and nothing else: many are secrets, so it is keyed by the installation's own.
 */
export function settingsMarks(settings: Settings, secret: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name]) => !OWN.has(name))
      .map(([name, value]) => [
        name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
        createHmac('sha256', secret)
          .update(JSON.stringify(plain(value)) ?? '')
          .digest('base64url')
          .slice(0, 8),
      ]),
  );
}

/** JSON writes a Map as {}. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return [...value].sort();
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, plain(each)]),
  );
}

/** The names of settings that not all of the processes have alike. */
export function differingSettings(marks: readonly Readonly<Record<string, string>>[]): string[] {
  const filledMarks = marks.filter((each) => Object.keys(each).length > 0);
  const names = new Set(filledMarks.flatMap((each) => Object.keys(each)));
  return [...names].filter((name) => new Set(filledMarks.map((each) => each[name])).size > 1).sort();
}
