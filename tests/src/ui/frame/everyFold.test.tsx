import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { sourceFiles } from '#tests/support/sourceFiles.ts';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';

/** Tabs and collapsible sections that unmount their contents, and why no input is lost. */
const BARE: Record<string, string> = {
  'src/custom/customerPanel/CustomerFollowUpPage.tsx': 'chooses a board',
  'src/custom/schemaStudio/frame/DefinitionEditor.tsx':
    'all three show one draft, which is saved with each key',
  'src/custom/schemaStudio/list/StudioPage.tsx': 'filters a list',
  'src/resources/customers/doubles/DoublesPage.tsx': 'filters a list',
  'src/resources/negotiations/negotiationTable.tsx': 'filters a list',
  'src/resources/pickups/pickupTable.tsx': 'filters a list',
  'src/resources/productWaits/ProductWaitsPage.tsx': 'filters a list',
  'src/resources/suggestions/SuggestionsPage.tsx': 'what is chosen stands in the basket beside the tabs',
  'src/resources/tickets/StatusTabs.tsx': 'filters a list',
  'src/ui/lists/views/ListViews.tsx': 'filters a list',
};

function Stage({ onSend }: { onSend: () => void }) {
  const [open, setOpen] = useState(true);
  const [day, setDay] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <button type="button" onClick={() => setOpen(!open)}>
        Dobrar
      </button>
      <KeepMounted open={open} onOpen={() => setOpen(true)}>
        <DateField label="Retorno" value={day} onChange={setDay} />
      </KeepMounted>
      <button type="submit">Salvar</button>
    </form>
  );
}

describe('collapsed sections', () => {
  let sent = 0;
  beforeEach(() => {
    sent = 0;
  });

  it('reappear with an invalid text as typed, which blocks sending', async () => {
    const person = userEvent.setup({ delay: null });
    render(<Stage onSend={() => (sent += 1)} />);
    await person.type(screen.getByLabelText('Retorno'), '31112026');
    await person.click(screen.getByText('Dobrar'));
    expect(screen.getByLabelText('Retorno')).not.toBeVisible();
    await person.click(screen.getByText('Salvar'));
    expect(sent).toBe(0);
    expect(screen.getByLabelText('Retorno')).toBeVisible();
    expect(screen.getByLabelText('Retorno')).toHaveValue('31/11/2026');
    expect(screen.getByLabelText('Retorno')).toHaveFocus();
    await person.clear(screen.getByLabelText('Retorno'));
    await person.type(screen.getByLabelText('Retorno'), '30112026');
    await person.click(screen.getByText('Salvar'));
    expect(sent).toBe(1);
  });

  it('keep their content mounted, everywhere', () => {
    const bare = sourceFiles('src')
      .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
      .filter(({ text }) => /<(Tabs|DisclosureButton)\s/.test(text) && !text.includes('<KeepMounted'));
    expect(bare.map(({ path }) => path)).toEqual(Object.keys(BARE));
  });
});
