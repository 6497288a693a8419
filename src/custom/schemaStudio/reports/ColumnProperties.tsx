import PlaylistAddOutlined from '@mui/icons-material/PlaylistAddOutlined';
import Button from '@mui/material/Button';
import { countOf } from '../definitionWords.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { PropertyGroup } from '../parts/PropertyGroup.tsx';
import { MarkProperties } from './MarkProperties.tsx';
import type { PieceProps } from './pieceProps.ts';
import type { FieldOf } from './relatedFields.ts';
import { missingColumns } from './reportEdits.ts';

/** Properties of a result column. */
export function ColumnProperties({ report, set, readOnly, index }: PieceProps & { index: number }) {
  const column = report.colunas[index];
  if (!column) return null;
  const at = `/colunas/${index}`;
  return (
    <PropertyGroup kind="Coluna" title={column.titulo || column.campo} pointer={at}>
      <PanelField at={`${at}/titulo`} />
      <PanelField
        at={`${at}/campo`}
        commitOnBlur
        {...(report.consulta.tipo === 'DECLARATIVA' && {
          suggestions: report.consulta.colunas.map(({ como }) => como),
        })}
      />
      <PanelField at={`${at}/tipo`} />
      {(column.tipo === 'DECIMAL' || column.tipo === 'PERCENTUAL' || column.tipo === 'DINHEIRO') && (
        <PanelField at={`${at}/casas`} />
      )}
      <PanelField at={`${at}/total`} none="Sem total" />
      <PanelField at={`${at}/abre`} none="Nada" />
      <MarkProperties {...{ report, set, readOnly, index }} />
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
  const shownColumns = colunas.filter(({ campo }) => consulta.colunas.some(({ como }) => como === campo));
  if (missing.length === 0 && shownColumns.length === colunas.length) return null;
  return (
    <Button
      variant="outlined"
      startIcon={<PlaylistAddOutlined />}
      sx={{ justifySelf: 'start' }}
      onClick={() => set(['colunas'], [...shownColumns, ...missing])}
    >
      {missing.length > 0
        ? `Mostrar ${countOf(missing.length, 'coluna da consulta', 'colunas da consulta')}`
        : 'Retirar da tabela o que a consulta não traz'}
    </Button>
  );
}
