import AddOutlined from '@mui/icons-material/AddOutlined';
import CalculateOutlined from '@mui/icons-material/CalculateOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { showings } from '#contract/rules/reports/figures.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { aggregations } from '#contract/rules/reports/report.ts';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { ChoiceProperty, TextProperty, withNone } from '#ui/components/inputs/PropertyFields.tsx';
import { CalculatedColumn, firstColumn } from './CalculatedColumn.tsx';
import { MissingColumns } from './ColumnProperties.tsx';
import { GroupProperties, grainChoices } from './GroupProperties.tsx';
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
  const put = (key: string, index: number, name: string, value: string) =>
    set(['consulta', key, index, name], value === '' ? undefined : value);
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
      <ChoiceProperty
        {...shared}
        label="Conjunto de dados"
        pointer="/consulta/conjunto"
        value={query.conjunto}
        choices={entityChoices(map)}
        onChange={(conjunto) => set([], withEntity(report, conjunto, map))}
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
              <ChoiceProperty
                {...shared}
                label="Campo"
                pointer={`/consulta/colunas/${index}/campo`}
                value={column.campo ?? ''}
                choices={[{ value: '', label: 'Cada linha' }, ...fields]}
                onChange={(value) => change(index, { campo: value || undefined })}
              />
              <ChoiceProperty
                {...shared}
                label="Cálculo"
                pointer={`/consulta/colunas/${index}/agregacao`}
                value={column.agregacao ?? ''}
                choices={withNone('Agrupa por ele', aggregations)}
                onChange={(value) =>
                  change(index, { agregacao: (value || undefined) as QueryColumn['agregacao'] })
                }
              />
              {(typeOf(column.campo ?? '') === 'DATA' || typeOf(column.campo ?? '') === 'DATAHORA') && (
                <ChoiceProperty
                  {...shared}
                  label="Agrupa por"
                  pointer={`/consulta/colunas/${index}/formato`}
                  value={column.formato ?? ''}
                  choices={grainChoices(typeOf(column.campo ?? ''))}
                  onChange={(value) =>
                    change(index, { formato: (value || undefined) as QueryColumn['formato'] })
                  }
                />
              )}
            </>
          )}
          {column.agregacao && !column.expr && (
            <ChoiceProperty
              {...shared}
              label="Mostra"
              pointer={`/consulta/colunas/${index}/mostra`}
              value={column.mostra ?? ''}
              choices={withNone('O próprio valor', showings)}
              onChange={(value) => change(index, { mostra: (value || undefined) as QueryColumn['mostra'] })}
            />
          )}
          <TextProperty
            {...shared}
            label="Nome da coluna"
            pointer={`/consulta/colunas/${index}/como`}
            value={column.como}
            onChange={(value) => set(['consulta', 'colunas', index, 'como'], value)}
            maxLength={60}
            commitOnBlur
          />
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
      <GroupProperties {...{ report, set, problems, readOnly, query, fieldOf }} />
      <h3 style={HEADING}>Ordem</h3>
      {placed(list('ordem')).map(({ row: order, index, id }) => (
        <QueryRow
          key={id}
          label={titleOf(order.coluna)}
          readOnly={readOnly}
          onRemove={() => drop('ordem', index)}
        >
          <ChoiceProperty
            {...shared}
            label="Coluna"
            pointer={`/consulta/ordem/${index}/coluna`}
            value={order.coluna}
            choices={query.colunas.map(({ como }) => ({ value: como, label: titleOf(como) }))}
            onChange={(value) => put('ordem', index, 'coluna', value)}
          />
          <ChoiceProperty
            {...shared}
            label="Sentido"
            pointer={`/consulta/ordem/${index}/direcao`}
            value={order.direcao}
            choices={[
              { value: 'ASC', label: 'Crescente' },
              { value: 'DESC', label: 'Decrescente' },
            ]}
            onChange={(value) => put('ordem', index, 'direcao', value)}
          />
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

const HEADING = { margin: '8px 0 0', fontSize: 13, fontWeight: 600 } as const;
const COUNT = { value: '', label: 'Quantidade de linhas' };
const ADD = { justifySelf: 'start' } as const;

/** Rows have no identity other than their position. */
const placed = <T,>(rows: readonly T[]) => rows.map((row, index) => ({ row, index, id: `linha ${index}` }));
