import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { sentenceOf } from '#contract/expression/sentence.ts';
import { call, type Expression } from '#contract/expression/tree.ts';
import { valueText } from '#contract/rules/definitions/items.ts';
import { editedConditions } from '#contract/rules/reports/filterExpression.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { whereTypes } from '#contract/rules/reports/where.ts';
import type { Choice } from '#ui/components/inputs/PropertyFields.tsx';
import { ConditionEditor } from '#ui/condition/ConditionEditor.tsx';
import { newComparison } from '#ui/condition/comparisons.ts';
import { conditionFields, pathNamed } from '#ui/condition/fields.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { BoundOffers } from './BoundOffers.tsx';
import type { PieceProps } from './pieceProps.ts';
import { QueryRow } from './QueryRow.tsx';
import { fieldIn, type ShownMap } from './relatedFields.ts';

type Filter = NonNullable<DeclarativeQuery['filtros']>[number];

interface ReportConditionsProps extends PieceProps {
  query: DeclarativeQuery;
  map: ShownMap;
  /** Empty until the map is loaded, so that nothing can be added that refers to no field. */
  fields: readonly Choice[];
}

/** Which rows a query reads: a condition over their fields, and comparisons with what is filled in where the report is run. */
export function ReportConditions(props: ReportConditionsProps) {
  const { report, set, problems, readOnly, query, map, fields } = props;
  const { conjunto, filtros = [] } = query;
  const fieldOf = fieldIn(map, conjunto);
  const asked = useMemo(() => {
    const typeOf = whereTypes(map, conjunto);
    return { typeOf, fields: conditionFields(map, conjunto, typeOf) };
  }, [map, conjunto]);
  const { onde, filters, placeOf } = editedConditions(query, (campo) => fieldOf(campo)?.campo.tipo);
  const parameters = parametersOf(report.parametros).map(({ parametro, label }) => ({
    value: parametro,
    label,
  }));
  const put = (filters_: readonly Filter[], next: Expression | null) => {
    const { filtros: _, onde: __, ...rest } = query;
    set(['consulta'], {
      ...rest,
      ...(filters_.length > 0 && { filtros: filters_ }),
      ...(next && { onde: next }),
    });
  };
  /** What was written as filters becomes part of the expression as soon as it is changed. */
  const putWhere = (next: Expression | null) =>
    put(
      filters.map(({ filter }) => filter),
      next,
    );
  const [usual] = asked.fields;
  const add = () => usual && putWhere(call('todas', ...partsNow(onde), newComparison(usual.path, usual)));
  const ready = fields.length > 0;
  const loaded = Object.keys(map).length > 0;
  return (
    <>
      {!readOnly && <BoundOffers report={report} set={set} query={query} fieldOf={fieldOf} />}
      {onde && ready && (
        <>
          <p style={{ margin: 0, fontSize: 13 }}>{sentenceOf(onde, asked.typeOf)}</p>
          <ConditionEditor
            key={conjunto}
            pointer="/consulta/onde"
            value={onde}
            onChange={putWhere}
            onClear={() => putWhere(null)}
            fields={asked.fields}
            pathOf={(written) => pathNamed(asked.fields, map, conjunto, written)}
            problems={problems.map((one) => ({ ...one, ponteiro: placeOf(one.ponteiro) }))}
            readOnly={readOnly}
          />
        </>
      )}
      {!readOnly && !onde && (
        <Button startIcon={<AddOutlined />} sx={ADD} disabled={!ready} onClick={add}>
          Condição
        </Button>
      )}
      {(loaded ? filters : []).map(({ filter, index }) => (
        <FilterRow
          key={`linha ${index}`}
          {...props}
          index={index}
          filter={filter}
          title={fieldOf(filter.campo)?.titulo ?? filter.campo}
          parameters={parameters}
          onChange={(next) => set(['consulta', 'filtros', index], next)}
          onRemove={() => set(['consulta', 'filtros'], filtros.toSpliced(index, 1))}
        />
      ))}
      {!readOnly && parameters.length > 0 && (
        <Button
          startIcon={<AddOutlined />}
          sx={ADD}
          disabled={!ready}
          onClick={() =>
            set(['consulta', 'filtros'], [...filtros, { campo: fields[0]?.value, operador: 'IGUAL' }])
          }
        >
          Condição com filtro
        </Button>
      )}
    </>
  );
}

const ADD = { justifySelf: 'start' } as const;

const partsNow = (onde: Expression | null): readonly Expression[] =>
  onde && 'faz' in onde && onde.faz === 'todas' ? onde.de : onde ? [onde] : [];

interface FilterRowProps extends ReportConditionsProps {
  index: number;
  filter: Filter;
  /** 'Cliente › UF' */
  title: string;
  parameters: readonly Choice[];
  onChange: (filter: Filter) => void;
  onRemove: () => void;
}

const WITHOUT_VALUE = ['VAZIO', 'PREENCHIDO'];

/** A comparison with what is filled in where the report is run. A fixed value that no condition says is shown and kept. */
function FilterRow({ readOnly, fields, index, filter, parameters, ...props }: FilterRowProps) {
  const { title, onChange, onRemove } = props;
  const at = `/consulta/filtros/${index}`;
  const { parametro: _, valor, ...bare } = filter;
  return (
    <QueryRow label={title} readOnly={readOnly} onRemove={onRemove}>
      <PanelField at={`${at}/campo`} choices={fields} />
      <PanelField at={`${at}/operador`} />
      {!WITHOUT_VALUE.includes(filter.operador) && (
        <PanelField
          at={`${at}/parametro`}
          none={valor === undefined ? 'Escolha' : `Valor fixo: ${valueText(valor)}`}
          choices={parameters.map(({ value, label }) => ({ value, label: `Filtro: ${label}` }))}
          set={(parametro: string) =>
            onChange(parametro === '' ? { ...bare, valor } : { ...bare, parametro })
          }
          help={filter.parametro ? undefined : ''}
        />
      )}
    </QueryRow>
  );
}
