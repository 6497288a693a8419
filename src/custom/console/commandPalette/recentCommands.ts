import type { Command } from './command.ts';

const KEPT = 5;

/** In memory alone: tickets and customers are never kept in the browser's storage (DOMAIN.md section 11). */
let owner: unknown;
let recent: Command[] = [];

/** What this person went to by the palette, the latest first. */
export function recentCommands(person: unknown): Command[] {
  if (person !== owner) recent = [];
  owner = person;
  return recent;
}

export function remember(person: unknown, command: Command): void {
  if (!('to' in command.act)) return;
  const others = recentCommands(person).filter(({ id }) => id !== command.id);
  recent = [{ ...command, group: 'Recentes' as const }, ...others].slice(0, KEPT);
}
