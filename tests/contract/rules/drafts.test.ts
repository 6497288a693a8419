import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { catalogue } from '#contract/index.ts';
import type { Routes } from '#contract/route.ts';
import { DRAFT_KINDS, draftName, endingOf } from '#contract/rules/drafts.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';

const read = (folder: string) =>
  sourceFiles(folder).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const src = read('src');
/** The calls that may be repeated with their key, by method and path. */
const calls = new Set(
  Object.values<Routes>(catalogue).flatMap((routes) =>
    Object.values(routes).flatMap(({ method, path, idempotent }) =>
      idempotent ? [`${method} ${path}`] : [],
    ),
  ),
);
const kinds = Object.entries(DRAFT_KINDS);

describe('kinds of drafts', () => {
  it.each(kinds)('%s ends with commands that the server carries out once', (_kind, { endings }) => {
    expect(Object.keys(endings).length).toBeGreaterThan(0);
    for (const command of Object.keys(endings)) {
      expect([...calls]).toContain(command);
      const ending = endingOf(command, { id: 7, params: { idTicket: 12, chave: 'obra', id: 7 } });
      expect(ending.texto).toMatch(/^(Salvo|Enviado|[A-Z]\p{L}+ \p{L}+ no ticket 12)/u);
      expect(ending.link).toMatch(/^\/[a-z-]+/);
      expect(ending.numero).toMatch(/^(7|12)$/);
    }
  });

  it.each(kinds)('%s is kept by a form', (kind) => {
    const users = src.filter(({ text }) => text.includes(`draftName('${kind}'`));
    expect(users.length).toBeGreaterThan(0);
  });

  it('have different names', () => {
    const names = [
      draftName('ticket'),
      draftName('reply', 12),
      draftName('move', 12, 'etapa'),
      draftName('registration'),
      draftName('prospect', 12),
      draftName('ticketCustomer', 12),
      draftName('record', 'obra', 12),
      draftName('customerRecord', 'obra', 12),
      draftName('ticketRecord', 'obra', 12),
      draftName('cannedReply', 12),
    ];
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9-]{1,80}$/);
  });

  it('are the only names under which the console saves a draft, and each is sent with its draft', () => {
    // The routes of drafts are called in one file only, whose functions take a DraftName.
    const callers = src.filter(({ text }) => /platformRoutes\.(saveDraft|keepDraft)/.test(text));
    expect(callers.map(({ path }) => path)).toEqual(['src/ui/drafts/draftSaver.ts']);
    const casts = src.filter(({ text }) => /as DraftName/.test(text));
    expect(casts.map(({ path }) => path)).toEqual([]);
    const savers = src.filter(({ text }) => /= createDraftSaver\(/.test(text) && /writeDraft\(/.test(text));
    for (const { path, text } of savers) expect([path, /useDraftLife\(/.test(text)]).toEqual([path, true]);
    const openers = src.filter(
      ({ path, text }) => /useServerDraft[<(]/.test(text) && !path.endsWith('useServerDraft.ts'),
    );
    for (const { path, text } of openers) {
      const senders =
        text +
        src
          .filter((one) => one.path.startsWith(path.replace(/\/[^/]+$/, '/')))
          .map((one) => one.text)
          .join('');
      expect([path, /draft\.send\b/.test(senders)]).toEqual([path, true]);
    }
  });
});
