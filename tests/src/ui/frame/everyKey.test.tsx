import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import MuiTextField from '@mui/material/TextField';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { memo, useState } from 'react';
import { rendersOf } from '#tests/support/screens/countRenders.ts';
import { HttpResponse, http, serve } from '../../dataProvider/server.ts';
import { DIALOGS } from './support/commandDialogs.tsx';
import { openDialog, prepareDialogs } from './support/openDialog.tsx';

const server = serve();
const user = userEvent.setup({ delay: null, advanceTimers: jest.advanceTimersByTime });
beforeEach(() => {
  prepareDialogs(server);
  server.use(
    http.put('/config/rascunhos/:objeto', ({ params }) =>
      HttpResponse.json({
        data: { objeto: params.objeto, conteudo: {}, atualizado: new Date().toISOString(), versao: 1 },
      }),
    ),
  );
});
afterEach(() => {
  jest.useRealTimers();
});

/** The budget of docs/domain.md 17, in components instead of milliseconds: what a key renders against a plain field. */
const MOST = 1.5;
/** What it costs that the form hears of the text, at most four times a second (heldTyping.ts). */
const MOST_TOLD = 1.75;

const PlainField = memo(MuiTextField);

/** What a careful programmer would write by hand. */
function PlainForm() {
  const [text, setText] = useState('');
  return (
    <PlainField label="Campo" value={text} helperText="" onChange={(event) => setText(event.target.value)} />
  );
}

async function plainKey(): Promise<number> {
  const { unmount } = render(<PlainForm />);
  await user.type(screen.getByLabelText('Campo'), 'a');
  const renders = await rendersOf(() => user.keyboard('1'));
  unmount();
  // A counter that counts nothing would let everything pass.
  expect(renders).toBeGreaterThan(0);
  return renders;
}

const labelOf = (field: HTMLElement) => (field as HTMLInputElement).labels?.[0]?.textContent ?? '';

/** What arrives meanwhile, such as an answer, is no key's: it comes once. */
const TIMES = 3;

/** Of a key, and of the form hearing of it: of the first key at once, and of the others when somebody acts. */
async function rendersIn(field: HTMLElement) {
  const keys: number[] = [];
  const tellings: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await user.type(field, '1');
    keys.push(await rendersOf(() => user.keyboard('1')));
    tellings.push(await rendersOf(() => act(() => void fireEvent(window, new Event('pagehide')))));
  }
  return { key: Math.min(...keys), telling: Math.min(...tellings) };
}

describe('a key in a dialog of a command', () => {
  it.each(Object.entries(DIALOGS))('of %s costs little more than a plain field', async (_name, shown) => {
    const plain = await plainKey();
    const { dialog } = await openDialog(shown);
    // By the clock of the test: on a busy machine the form would hear of each key.
    jest.useFakeTimers();
    const over: string[] = [];
    for (const field of dialog.queryAllByRole('textbox')) {
      if ((field as HTMLInputElement).disabled) continue;
      const { key, telling } = await rendersIn(field);
      if (key > MOST * plain || telling > MOST_TOLD * plain)
        over.push(`${labelOf(field)}: ${key} for a key, ${telling} for the form, ${plain} in a plain field`);
    }
    expect(over).toEqual([]);
  });
});
