import PlaylistAddOutlined from '@mui/icons-material/PlaylistAddOutlined';
import Button from '@mui/material/Button';
import { columnTypes, totals } from '#contract/rules/reports/report.ts';
import {
  ChoiceProperty,
  choicesOf,
  NumberProperty,
  TextProperty,
  withNone,
} from '#ui/components/inputs/PropertyFields.tsx';
import { countOf } from '../definitionWords.ts';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { MarkProperties } from './MarkProperties.tsx';
import type { PieceProps } from './pieceProps.ts';
import type { FieldOf } from './relatedFields.ts';
import { missingColumns } from './reportEdits.ts';

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
      <MarkProperties {...{ report, set, problems, readOnly, index }} />
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

interface MissingColumnsProps extends Pick<PieceProps, 'report' | 'set' | 'readOnly'> {
  fieldOf: FieldOf;
  /** Whether the fields are loaded. */
  ready: boolean;
}

/**
 * Adds the query's missing columns to the table, with the titles and types of their fields, and removes those that the query
 * no longer returns.
 */
export function MissingColumns({ report, set, readOnly, fieldOf, ready }: MissingColumnsProps) {
  const { consulta, colunas } = report;
  if (readOnly || consulta.tipo === 'SQL') return null;
  // Without the fields, a column would have its key as title.
  if (!ready) return null;
  const missing = missingColumns(report, fieldOf);
  const kept = colunas.filter(({ campo }) => consulta.colunas.some(({ como }) => como === campo));
  if (missing.length === 0 && kept.length === colunas.length) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<PlaylistAddOutlined />}
      sx={{ justifySelf: 'start' }}
      onClick={() => set(['colunas'], [...kept, ...missing])}
    >
      {missing.length > 0
        ? `Mostrar ${countOf(missing.length, 'coluna da consulta', 'colunas da consulta')}`
        : 'Retirar da tabela o que a consulta não traz'}
    </Button>
  );
}
