import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { bodyField, missingText } from '#contract/bodyField.ts';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { HttpResponse, http, requests, serve } from '../../dataProvider/server.ts';
import { DIALOGS } from './support/commandDialogs.tsx';
import { openDialog, prepareDialogs } from './support/openDialog.tsx';
import type { Shown } from './support/shownDialog.ts';

/** Opened from a list that a suite of its own shows, or with choices that it reads first (splitTicket, customerGroup). */
const ELSEWHERE = [
  'src/custom/customerPanel/tabs/now/GroupBlock.tsx',
  'src/resources/customers/shared/group/LinkGroupDialog.tsx',
  'src/resources/roles/RoleList.tsx',
  'src/resources/tickets/split/SplitDialog.tsx',
  'src/ui/editing/CommandDialog.tsx',
];

const server = serve();
const user = userEvent.setup({ delay: null });
beforeEach(() => prepareDialogs(server));

async function opened(shown: Shown) {
  const { dialog } = await openDialog(shown);
  return { dialog, save: () => user.click(dialog.getByRole('button', { name: shown.confirm })) };
}

const unmarked = (text: string) => text.replace(/\s*\*$/, '');

/** Changes what the dialog says it needs changed; a dialog with such fields cannot be confirmed before. */
async function edit(dialog: Awaited<ReturnType<typeof opened>>['dialog'], { route, edits, confirm }: Shown) {
  const button = dialog.getByRole('button', { name: confirm });
  expect((button as HTMLButtonElement).disabled).toBe(edits !== undefined);
  for (const [name, text] of Object.entries(edits ?? {})) {
    const { label } = bodyField(route, name);
    const field = dialog.getByLabelText((given) => unmarked(given) === label);
    if (field.getAttribute('role') === 'combobox') {
      await user.click(field);
      await user.click(await screen.findByRole('option', { name: text }));
    } else {
      await user.clear(field);
      await user.type(field, text);
    }
  }
}

const writes = () => requests.filter(({ method, url }) => method !== 'GET' && !url.includes('rascunhos'));

describe('every dialog of a command', () => {
  it.each(Object.entries(DIALOGS))(
    'of %s asks for its body, and says what it lacks',
    async (_name, shown) => {
      const { route, asks, lacks } = shown;
      const { dialog, save } = await opened(shown);
      for (const name of asks) {
        const { label } = bodyField(route, name);
        expect([name, dialog.queryAllByLabelText((text) => unmarked(text) === label).length]).not.toEqual([
          name,
          0,
        ]);
      }
      if (!lacks) return;
      await save();
      for (const name of lacks)
        expect((await dialog.findAllByText(missingText(route, name))).length).toBeGreaterThan(0);
      expect(writes()).toEqual([]);
    },
  );

  const ready = Object.entries(DIALOGS).filter(([, { lacks }]) => !lacks);
  it.each(ready)('of %s shows the refusal at its field, and what others changed', async (_name, shown) => {
    const { route, asks, record, changed } = shown;
    const refused = asks[0] ?? 'versao';
    const answers = [
      HttpResponse.json(
        { error: 'Corrija.', code: 'INVALIDO', errors: { [refused]: 'Recusado pela prova.' } },
        { status: 422 },
      ),
      HttpResponse.json(
        {
          error: 'Mudou.',
          code: 'CONFLITO',
          atual: {
            versao: (record?.versao ?? 0) + 1,
            por: 'Bia',
            em: new Date().toISOString(),
            estado: { ...record, ...changed },
          },
        },
        { status: 409 },
      ),
    ];
    const method = route.method.toLowerCase() as 'put' | 'post';
    server.use(
      http[method]('*', () => answers.shift() ?? HttpResponse.json({ data: { message: 'Feito.' } })),
    );
    const { dialog, save } = await opened(shown);
    await edit(dialog, shown);
    await save();
    expect(await dialog.findByText(asks[0] ? 'Recusado pela prova.' : 'Corrija.')).toBeVisible();
    if (!changed) return;
    await save();
    expect(await dialog.findByText(/^Bia mudou (est|a )/)).toBeVisible();
    const disputed = Object.keys(changed).find((name) => shown.edits?.[name]);
    if (disputed) expect(dialog.getByRole('group', { name: bodyField(route, disputed).label })).toBeVisible();
    else expect(dialog.getByRole('list', { name: 'O que mudou' })).toBeVisible();
  });

  it('stands in this list', () => {
    const uses = sourceFiles('src').filter((path) => /<CommandDialog\b/.test(readFileSync(path, 'utf8')));
    const known = new Set([...Object.values(DIALOGS).map(({ file }) => file), ...ELSEWHERE]);
    expect(uses.filter((path) => !known.has(path))).toEqual([]);
  });
});
