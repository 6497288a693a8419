import { useState } from 'react';
import type { Expression } from '#contract/expression/tree.ts';
import { calculatedTypes, columnPath, isOverColumns } from '#contract/rules/reports/calculated.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { foldedText } from '#contract/rules/text.ts';
import { ChoiceProperty } from '#ui/components/inputs/PropertyFields.tsx';
import { type ConditionField, conditionFields, pathNamed } from '#ui/condition/fields.ts';
import { WrittenExpression } from '#ui/condition/WrittenExpression.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import type { PieceProps } from './pieceProps.ts';
import { fieldIn, type ShownMap } from './relatedFields.ts';
import { type QueryColumn, withQueryColumn } from './reportEdits.ts';

interface CalculatedColumnProps extends PieceProps {
  query: DeclarativeQuery;
  map: ShownMap;
  index: number;
  column: QueryColumn;
}

const OVER = [
  { value: 'colunas', label: 'As colunas deste relatório' },
  { value: 'linhas', label: 'Os campos de cada linha' },
];
const NO_CALCULATION = 'Mostra o resultado';

/** A column whose value is calculated: from other columns of the report, or in each row and then summed up like a field. */
export function CalculatedColumn({ report, set, problems, readOnly, ...props }: CalculatedColumnProps) {
  const { query, map, index, column } = props;
  const at = `/consulta/colunas/${index}`;
  const { expr, como } = column;
  const [chosen, setChosen] = useState(() => (expr && !isOverColumns(expr) ? 'linhas' : 'colunas'));
  const fieldOf = fieldIn(map, query.conjunto);
  const over = expr && isOverColumns(expr) ? 'colunas' : chosen;
  const fields = over === 'colunas' ? columnFields(props, report.colunas) : rowFields(map, query);
  const shared = { problems, readOnly };
  const change = (part: Parameters<typeof withQueryColumn>[2]) =>
    set([], withQueryColumn(report, index, part, fieldOf));
  const place = report.colunas.findIndex(({ campo }) => campo === como);
  return (
    <>
      {place >= 0 && <PanelField at={`/colunas/${place}/titulo`} />}
      <ChoiceProperty
        {...shared}
        label="A conta usa"
        pointer={`${at}/expr/usa`}
        value={over}
        choices={OVER}
        onChange={(next) => {
          setChosen(next);
          if (next !== over)
            change({ expr: next === 'colunas' ? firstColumn(query, index) : { numero: '0' } });
        }}
      />
      <div style={{ gridColumn: '1 / -1' }}>
        <WrittenExpression
          key={over}
          {...shared}
          label="Conta"
          help={
            over === 'colunas'
              ? 'Colunas entre colchetes: [Valor devolvido] / [Valor vendido]. Dividir por zero deixa vazio.'
              : 'Campos entre colchetes: [Preço] * [Quantidade]. Dividir por zero deixa vazio.'
          }
          pointer={`${at}/expr`}
          value={expr}
          onChange={(next) => change({ expr: next })}
          fields={fields}
          pathOf={(written) =>
            over === 'colunas' ? named(fields, written) : pathNamed(fields, map, query.conjunto, written)
          }
        />
      </div>
      {over === 'linhas' && (
        <PanelField
          at={`${at}/agregacao`}
          none={NO_CALCULATION}
          set={(value: string) => change({ agregacao: (value || undefined) as QueryColumn['agregacao'] })}
        />
      )}
    </>
  );
}

/** What a new calculation begins with, so that it is one. */
export function firstColumn({ colunas }: DeclarativeQuery, index: number): Expression {
  const [usual] = colunas.filter(({ agregacao }, place) => agregacao && place !== index);
  return usual ? { campo: columnPath(usual.como) } : { numero: '0' };
}

/** The other columns by their titles on the page. */
function columnFields(
  { query, map, column }: Pick<CalculatedColumnProps, 'query' | 'map' | 'column'>,
  shown: PieceProps['report']['colunas'],
): ConditionField[] {
  const typeOf = calculatedTypes(query, fieldIn(map, query.conjunto));
  return query.colunas.flatMap(({ como }) => {
    const path = columnPath(como);
    const type = como === column.como ? undefined : typeOf(path);
    const titulo = shown.find(({ campo }) => campo === como)?.titulo ?? como;
    return type ? [{ ...type, titulo, path, group: 'Colunas', words: como }] : [];
  });
}

const rowFields = (map: ShownMap, query: DeclarativeQuery): ConditionField[] =>
  conditionFields(map, query.conjunto, calculatedTypes(query, fieldIn(map, query.conjunto)));

const named = (fields: readonly ConditionField[], written: string): string | undefined =>
  fields.find(({ titulo, path }) => path === written || foldedText(titulo) === foldedText(written))?.path;
