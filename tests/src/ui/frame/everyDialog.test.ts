import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '#tests/support/sourceFiles.ts';

/** Dialogs that do not use the frame, and why they discard nothing. */
const BARE: Record<string, string> = {
  'src/custom/session/gate/EnrolDialog.tsx': 'it cannot be closed but by its buttons',
  'src/custom/session/gate/ProofDialogs.tsx': 'it cannot be closed but by its buttons',
  'src/custom/session/gate/UnreachableDialog.tsx': 'it cannot be closed',
  'src/ui/components/frame/DialogFrame.tsx': 'the frame',
  'src/ui/components/frame/DiscardDialog.tsx': 'the question itself',
  'src/ui/shell/dialogs/MessageDialogProvider.tsx': 'a text and one button',
  'src/ui/shell/dialogs/ResultDialog.tsx': 'a text and its buttons',
};

/** Dialogs and popovers with fields but without the frame, and the file whose field has the focus first. */
const BEGINS: Record<string, string> = {
  'src/custom/quoteEditor/lines/QuantityCalculator.tsx':
    'src/custom/quoteEditor/lines/QuantityCalculator.tsx',
  'src/custom/session/gate/EnrolDialog.tsx': 'src/custom/session/secondFactor/CodeForm.tsx',
  'src/custom/session/gate/ProofDialogs.tsx': 'src/custom/session/SignInForm.tsx',
  'src/ui/components/ColumnChooser/ColumnPanel.tsx': 'src/ui/components/ColumnChooser/ColumnPanel.tsx',
  'src/ui/components/FilterBar/FilterChip.tsx': 'src/ui/components/FilterBar/FilterChip.tsx',
  'src/ui/components/inputs/DateField.tsx': 'src/ui/components/inputs/Calendar.tsx',
  'src/ui/components/richText/RichToolbar.tsx': 'src/ui/components/richText/RichToolbar.tsx',
  'src/ui/schemaForm/widgets/DateWidgets.tsx': 'src/ui/components/inputs/Calendar.tsx',
};

const FIELD =
  /<(\w*(TextField|NumberField|DateField|SearchField|FilterEditor|Form)|ToggleButton|Checkbox|Switch|Select|input)\b/;

const sources = sourceFiles('src').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

describe('every dialog', () => {
  it('uses the frame that asks before typed text is lost', () => {
    const bare = sources.filter(({ text }) => /@mui\/material\/(Dialog|Modal)'/.test(text));
    expect(bare.map(({ path }) => path)).toEqual(Object.keys(BARE));
  });

  it('closes by the buttons of the frame', () => {
    const astray = sources
      .filter(({ text }) => text.includes('DialogFrame'))
      .filter(({ text }) => /<(Icon)?Button\b[^<>]*onClick=\{(props\.)?(onClose|onCancel)\}/.test(text));
    expect(astray.map(({ path }) => path)).toEqual([]);
  });

  it('has a role and a name when it opens beside its button', () => {
    const popovers = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/<Popover\b[\s\S]*?\n(\s*)>\n/g)].map(([opening]) => ({ path, opening })),
    );
    expect(popovers.length).toBeGreaterThan(8);
    const silent = popovers.filter(
      ({ opening }) => !/role: 'dialog'/.test(opening) || !/'aria-label(ledby)?':/.test(opening),
    );
    expect(silent.map(({ path }) => path)).toEqual([]);
    expect(sources.filter(({ text }) => /<Popover\b[^>]*>/.test(text)).length).toBe(
      new Set(popovers.map(({ path }) => path)).size,
    );
  });

  it('begins in its first field also without the frame', () => {
    const fielded = sources
      .filter(({ path, text }) => path in BEGINS || (/<(Popover|Dialog)\b/.test(text) && FIELD.test(text)))
      .map(({ path }) => path);
    expect(fielded).toEqual(Object.keys(BEGINS));
    const unfocused = Object.values(BEGINS).filter((path) => !/autoFocus/.test(readFileSync(path, 'utf8')));
    expect(unfocused).toEqual([]);
  });

  // Styles may; what moves the focus or asks before leaving would fail in silence when MUI renames one.
  it('looks for no class of MUI by a name of its own', () => {
    const named = sources.filter(
      ({ path, text }) =>
        !path.startsWith('src/ui/theme') && /['"`][^'"`&\n]*\.Mui[A-Z]\w+-[^'"`&\n]*['"`]/.test(text),
    );
    expect(named.map(({ path }) => path)).toEqual([]);
  });

  it('has no confirmation of its own for leaving', () => {
    const asking = sources.filter(({ text }) => /confirmLabel="Descartar"/.test(text));
    // They also delete the draft on the server.
    expect(asking.map(({ path }) => path)).toEqual([
      'src/custom/registration/RegistrationSteps.tsx',
      'src/resources/tickets/history/Composer.tsx',
      'src/ui/drafts/KeptDrafts.tsx',
    ]);
  });
});
