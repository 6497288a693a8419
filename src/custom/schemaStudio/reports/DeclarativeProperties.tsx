import AddOutlined from '@mui/icons-material/AddOutlined';
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useMemo } from 'react';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { aggregations, operators } from '#contract/rules/reports/report.ts';
import { ChoiceProperty, choicesOf, TextProperty, withNone } from '../parts/PropertyFields.tsx';
import { BoundOffers } from './BoundOffers.tsx';
import { MissingColumns } from './ColumnProperties.tsx';
import { ComparedWith } from './FixedValue.tsx';
import type { PieceProps } from './pieceProps.ts';
import { entityChoices, fieldChoices, fieldIn, type ShownMap } from './relatedFields.ts';
import { type ColumnChange, type QueryColumn, withQueryColumn } from './reportEdits.ts';

interface DeclarativeProps extends PieceProps {
  query: DeclarativeQuery;
  map: ShownMap;
}

const WITHOUT_VALUE = ['VAZIO', 'PREENCHIDO'];

/** A declarative query: data set, columns with their aggregates, filters bound to the report's filters, and order. */
export function DeclarativeProperties({ report, set, problems, readOnly, query, map }: DeclarativeProps) {
  const chosen = map[query.conjunto];
  const fieldOf = fieldIn(map, query.conjunto);
  const typeOf = (campo: string) => fieldOf(campo)?.campo.tipo ?? 'TEXTO';
  // Empty until the map is loaded, so that nothing can be added that refers to no field.
  const fields = useMemo(() => fieldChoices(map, query.conjunto), [map, query.conjunto]);
  const parameters = parametersOf(report.parametros).map(({ parametro, label }) => ({
    value: parametro,
    label,
  }));
  const shared = { problems, readOnly };
  const list = <K extends 'colunas' | 'filtros' | 'ordem'>(key: K) => query[key] ?? [];
  const put = (key: string, index: number, name: string, value: string) =>
    set(['consulta', key, index, name], value === '' ? undefined : value);
  const change = (index: number, part: ColumnChange) =>
    set([], withQueryColumn(report, index, part, fieldOf));
  const add = (key: 'colunas' | 'filtros' | 'ordem', row: unknown) =>
    set(['consulta', key], [...list(key), row]);
  const drop = (key: 'colunas' | 'filtros' | 'ordem', index: number) =>
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
        onChange={(conjunto) => set(['consulta', 'conjunto'], conjunto)}
        help={chosen?.descricao}
      />
      <h3 style={HEADING}>Colunas da consulta</h3>
      {placed(query.colunas).map(({ row: column, index, id }) => (
        <QueryRow key={id} label={column.como} readOnly={readOnly} onRemove={() => drop('colunas', index)}>
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
              choices={withNone('Como está', { DIA: 'Dia', MES: 'Mês', ANO: 'Ano' })}
              onChange={(value) => change(index, { formato: (value || undefined) as QueryColumn['formato'] })}
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
        <Button
          startIcon={<AddOutlined />}
          sx={ADD}
          disabled={fields.length === 0}
          onClick={() =>
            add('colunas', { campo: fields[0]?.value, como: `coluna_${query.colunas.length + 1}` })
          }
        >
          Coluna da consulta
        </Button>
      )}
      <MissingColumns {...shared} report={report} set={set} fieldOf={fieldOf} ready={fields.length > 0} />
      <h3 style={HEADING}>Condições</h3>
      {!readOnly && <BoundOffers report={report} set={set} query={query} fieldOf={fieldOf} />}
      {placed(list('filtros')).map(({ row: filter, index, id }) => (
        <QueryRow key={id} label={filter.campo} readOnly={readOnly} onRemove={() => drop('filtros', index)}>
          <ChoiceProperty
            {...shared}
            label="Campo"
            pointer={`/consulta/filtros/${index}/campo`}
            value={filter.campo}
            choices={fields}
            onChange={(value) => put('filtros', index, 'campo', value)}
          />
          <ChoiceProperty
            {...shared}
            label="Condição"
            pointer={`/consulta/filtros/${index}/operador`}
            value={filter.operador}
            choices={choicesOf(operators)}
            onChange={(value) => put('filtros', index, 'operador', value)}
          />
          {!WITHOUT_VALUE.includes(filter.operador) && (
            <ComparedWith
              {...shared}
              at={`/consulta/filtros/${index}`}
              filter={filter}
              type={typeOf(filter.campo)}
              parameters={parameters}
              onChange={(next) => set(['consulta', 'filtros', index], next)}
            />
          )}
        </QueryRow>
      ))}
      {!readOnly && (
        <Button
          startIcon={<AddOutlined />}
          sx={ADD}
          disabled={fields.length === 0}
          onClick={() => add('filtros', { campo: fields[0]?.value, operador: 'IGUAL' })}
        >
          Condição
        </Button>
      )}
      <h3 style={HEADING}>Ordem</h3>
      {placed(list('ordem')).map(({ row: order, index, id }) => (
        <QueryRow key={id} label={order.coluna} readOnly={readOnly} onRemove={() => drop('ordem', index)}>
          <ChoiceProperty
            {...shared}
            label="Coluna"
            pointer={`/consulta/ordem/${index}/coluna`}
            value={order.coluna}
            choices={query.colunas.map(({ como }) => ({ value: como, label: como }))}
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
          onClick={() => add('ordem', { coluna: query.colunas[0]?.como ?? '', direcao: 'ASC' })}
        >
          Ordem
        </Button>
      )}
    </>
  );
}

const HEADING = { margin: '8px 0 0', fontSize: 13, fontWeight: 600 } as const;
const ADD = { justifySelf: 'start' } as const;

/** Rows have no identity other than their position. */
const placed = <T,>(rows: readonly T[]) => rows.map((row, index) => ({ row, index, id: `linha ${index}` }));

interface QueryRowProps {
  label: string;
  readOnly: boolean;
  onRemove: () => void;
  children: ReactNode;
}

/** A group of related fields under one label, with a button to remove it. */
function QueryRow({ label, readOnly, onRemove, children }: QueryRowProps) {
  return (
    <fieldset aria-label={label} style={ROW}>
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))', gap: 8 }}>
        {children}
      </div>
      {!readOnly && (
        <IconButton size="small" aria-label={`Retirar ${label}`} onClick={onRemove} sx={{ mt: 3 }}>
          <CloseOutlined fontSize="small" />
        </IconButton>
      )}
    </fieldset>
  );
}

const ROW = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: 8,
  alignItems: 'start',
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
} as const;
