import { expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import type { ReportColumn } from '#contract/rules/reports/report.ts';
import { moved } from '#src/custom/schemaStudio/jsonPointer.ts';
import { PartsList } from '#src/custom/schemaStudio/parts/PartsList.tsx';
import { PictureTable } from '#src/custom/schemaStudio/reports/PictureTable.tsx';
import { ThemeProvider } from '#ui/theme/theme.tsx';

const NAMES = ['Motivo', 'Itens', 'Valor', 'Cliente'];

function Columns() {
  const [columns, setColumns] = useState<ReportColumn[]>(
    NAMES.map((titulo) => ({ campo: titulo.toLowerCase(), titulo, tipo: 'TEXTO' })),
  );
  const onMove = (from: number, to: number) => setColumns(moved(columns, from, to));
  return <PictureTable columns={columns} result={null} chosen={null} onChoose={() => {}} onMove={onMove} />;
}

function Parts() {
  const [names, setNames] = useState(NAMES);
  return (
    <PartsList
      label="Partes"
      parts={names.map((label) => ({ id: label, label, problems: 0 }))}
      selected={null}
      onSelect={() => {}}
      onMove={(from, to) => setNames(moved(names, from, to))}
    />
  );
}

// No timer runs between the keystrokes, as when a key is held down on a busy machine.
it.each([
  ['a column', <Columns key="columns" />, 'ArrowLeft'],
  ['a part', <Parts key="parts" />, 'ArrowUp'],
])('moves %s on with each key, however fast keys follow each other', (_what, element, key) => {
  render(<ThemeProvider>{element}</ThemeProvider>);
  screen.getByRole('button', { name: 'Cliente' }).focus();
  for (let turn = 1; turn < NAMES.length; turn += 1)
    fireEvent.keyDown(document.activeElement as Element, { key, altKey: true });
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Cliente',
    'Motivo',
    'Itens',
    'Valor',
  ]);
  expect(screen.getByRole('button', { name: 'Cliente' })).toHaveFocus();
});
