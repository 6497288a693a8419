import AddOutlined from '@mui/icons-material/AddOutlined';
import CalculateOutlined from '@mui/icons-material/CalculateOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { CalculatedColumn, firstColumn } from './CalculatedColumn.tsx';
import { MissingColumns } from './ColumnProperties.tsx';
import { GroupProperties } from './GroupProperties.tsx';
import { columnTitle } from './groupEdits.ts';
import type { PieceProps } from './pieceProps.ts';
import { withEntity, withField } from './proposals.ts';
import { QueryRow } from './QueryRow.tsx';
import { ReportConditions } from './ReportConditions.tsx';
import { entityChoices, fieldChoices, fieldIn, type ShownMap } from './relatedFields.ts';
import { type ColumnChange, type QueryColumn, withCalculation, withQueryColumn } from './reportEdits.ts';

interface DeclarativeProps extends PieceProps {
  query: DeclarativeQuery;
  map: ShownMap;
}

/** A declarative query: data set, columns with their aggregates, filters bound to the report's filters, and order. */
export function DeclarativeProperties({ report, set, problems, readOnly, query, map }: DeclarativeProps) {
  const chosen = map[query.conjunto];
  const fieldOf = fieldIn(map, query.conjunto);
  const typeOf = (campo: string) => fieldOf(campo)?.campo.tipo ?? 'TEXTO';
  // Empty until the map is loaded, so that nothing can be added that refers to no field.
  const fields = useMemo(() => fieldChoices(map, query.conjunto), [map, query.conjunto]);
  const titleOf = (como: string) => columnTitle(report, como);
  const shared = { problems, readOnly };
  const list = <K extends 'colunas' | 'ordem'>(key: K) => query[key] ?? [];
  const change = (index: number, part: ColumnChange) =>
    set([], withQueryColumn(report, index, part, fieldOf));
  const addOrder = (row: unknown) => set(['consulta', 'ordem'], [...list('ordem'), row]);
  const drop = (key: 'colunas' | 'ordem', index: number) =>
    set(
      ['consulta', key],
      (list(key) as unknown[]).filter((_, each) => each !== index),
    );
  return (
    <>
      <PanelField
        at="/consulta/conjunto"
        choices={entityChoices(map)}
        set={(conjunto: string) => set([], withEntity(report, conjunto, map))}
        help={chosen?.descricao}
      />
      <h3 style={HEADING}>Colunas da consulta</h3>
      {placed(query.colunas).map(({ row: column, index, id }) => (
        <QueryRow
          key={id}
          label={titleOf(column.como)}
          readOnly={readOnly}
          onRemove={() => drop('colunas', index)}
        >
          {column.expr ? (
            <CalculatedColumn
              {...shared}
              report={report}
              set={set}
              query={query}
              map={map}
              index={index}
              column={column}
            />
          ) : (
            <>
              <PanelField
                at={`${columnAt(index)}/campo`}
                none="Cada linha"
                choices={fields}
                set={(value: string) => change(index, { campo: value || undefined })}
              />
              <PanelField
                at={`${columnAt(index)}/agregacao`}
                none="Agrupa por ele"
                set={(value: string) =>
                  change(index, { agregacao: (value || undefined) as QueryColumn['agregacao'] })
                }
              />
              {(typeOf(column.campo ?? '') === 'DATA' || typeOf(column.campo ?? '') === 'DATAHORA') && (
                <PanelField
                  at={`${columnAt(index)}/formato`}
                  none="Como está"
                  offers={(grain) => typeOf(column.campo ?? '') === 'DATAHORA' || grain !== 'HORA'}
                  set={(value: string) =>
                    change(index, { formato: (value || undefined) as QueryColumn['formato'] })
                  }
                />
              )}
            </>
          )}
          {column.agregacao && !column.expr && (
            <PanelField
              at={`${columnAt(index)}/mostra`}
              none="O próprio valor"
              set={(value: string) =>
                change(index, { mostra: (value || undefined) as QueryColumn['mostra'] })
              }
            />
          )}
          <PanelField at={`${columnAt(index)}/como`} commitOnBlur />
        </QueryRow>
      ))}
      {!readOnly && (
        <ChoiceField
          label="Incluir uma coluna"
          placeholder="Escolha o campo"
          value={null}
          choices={[COUNT, ...fields]}
          onChange={(campo) => set([], withField(report, campo || undefined, fieldOf))}
          disabled={fields.length === 0}
          fullWidth
        />
      )}
      {!readOnly && (
        <Button
          startIcon={<CalculateOutlined />}
          sx={ADD}
          disabled={fields.length === 0}
          onClick={() => set([], withCalculation(report, firstColumn(query, -1), fieldOf))}
        >
          Coluna calculada
        </Button>
      )}
      <MissingColumns {...shared} report={report} set={set} fieldOf={fieldOf} ready={fields.length > 0} />
      <h3 style={HEADING}>Condições</h3>
      <ReportConditions {...shared} report={report} set={set} query={query} map={map} fields={fields} />
      <GroupProperties {...{ report, set, query, fieldOf }} />
      <h3 style={HEADING}>Ordem</h3>
      {placed(list('ordem')).map(({ row: order, index, id }) => (
        <QueryRow
          key={id}
          label={titleOf(order.coluna)}
          readOnly={readOnly}
          onRemove={() => drop('ordem', index)}
        >
          <PanelField
            at={`/consulta/ordem/${index}/coluna`}
            choices={query.colunas.map(({ como }) => ({ value: como, label: titleOf(como) }))}
          />
          <PanelField at={`/consulta/ordem/${index}/direcao`} />
        </QueryRow>
      ))}
      {!readOnly && (
        <Button
          startIcon={<AddOutlined />}
          sx={ADD}
          onClick={() => addOrder({ coluna: query.colunas[0]?.como ?? '', direcao: 'ASC' })}
        >
          Ordem
        </Button>
      )}
    </>
  );
}

const columnAt = (index: number) => `/consulta/colunas/${index}`;

const HEADING = { margin: '8px 0 0', fontSize: 13, fontWeight: 600 } as const;
const COUNT = { value: '', label: 'Quantidade de linhas' };
const ADD = { justifySelf: 'start' } as const;

/** Rows have no identity other than their position. */
const placed = <T,>(rows: readonly T[]) => rows.map((row, index) => ({ row, index, id: `linha ${index}` }));
