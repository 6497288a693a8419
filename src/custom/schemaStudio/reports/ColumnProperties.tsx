import Button from '@mui/material/Button';
import { columnTypes, totals } from '../../../../contract/rules/reports/report.ts';
import {
  ChoiceProperty,
  choicesOf,
  NumberProperty,
  TextProperty,
  withNone,
} from '../parts/PropertyFields.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import type { PieceProps } from './ReportEditor.tsx';

const OPENS = { ticket: 'O ticket', cliente: 'O cliente' };

/** Properties of a result column. */
export function ColumnProperties({ report, set, problems, readOnly, index }: PieceProps & { index: number }) {
  const column = report.colunas[index];
  if (!column) return null;
  const at = `/colunas/${index}`;
  const shared = { problems, readOnly };
  const put = (key: string, value: unknown) => set(['colunas', index, key], value === '' ? undefined : value);
  return (
    <PropertyGroup kind="Coluna" title={column.titulo || column.campo} pointer={at}>
      <TextProperty
        {...shared}
        label="Título"
        pointer={`${at}/titulo`}
        value={column.titulo ?? ''}
        onChange={(titulo) => set(['colunas', index, 'titulo'], titulo)}
        maxLength={60}
      />
      <TextProperty
        {...shared}
        label="Campo da consulta"
        pointer={`${at}/campo`}
        value={column.campo ?? ''}
        onChange={(campo) => set(['colunas', index, 'campo'], campo)}
        maxLength={60}
        commitOnBlur
        {...(report.consulta.tipo === 'DECLARATIVA' && {
          suggestions: report.consulta.colunas.map(({ como }) => como),
        })}
      />
      <ChoiceProperty
        {...shared}
        label="Tipo"
        pointer={`${at}/tipo`}
        value={column.tipo ?? ''}
        choices={choicesOf(columnTypes)}
        onChange={(tipo) => put('tipo', tipo)}
      />
      {(column.tipo === 'DECIMAL' || column.tipo === 'PERCENTUAL' || column.tipo === 'DINHEIRO') && (
        <NumberProperty
          {...shared}
          label="Casas decimais"
          pointer={`${at}/casas`}
          value={column.casas ?? null}
          onChange={(casas) => set(['colunas', index, 'casas'], casas ?? undefined)}
        />
      )}
      <ChoiceProperty
        {...shared}
        label="Total"
        pointer={`${at}/total`}
        value={column.total ?? ''}
        choices={withNone('Sem total', totals)}
        onChange={(total) => put('total', total)}
      />
      <ChoiceProperty
        {...shared}
        label="Ao tocar, abre"
        pointer={`${at}/abre`}
        value={column.abre ?? ''}
        choices={withNone('Nada', OPENS)}
        onChange={(abre) => put('abre', abre)}
      />
      {!readOnly && (
        <Button
          color="error"
          sx={{ justifySelf: 'start' }}
          onClick={() =>
            set(
              ['colunas'],
              report.colunas.filter((_, each) => each !== index),
            )
          }
        >
          Retirar esta coluna
        </Button>
      )}
    </PropertyGroup>
  );
}
