import { type FilterPeriod, filterPeriods } from '#contract/rules/dashboards/commonFilters.ts';
import {
  dependenciesOf,
  dependencyEntry,
  dependencyNames,
  dependencyOf,
} from '#contract/rules/forms/formDefinition.ts';
import type { ReportParameter } from '#contract/rules/reports/report.ts';
import { isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { ChoiceProperty, type PropertyProps } from '#ui/components/inputs/PropertyFields.tsx';

interface DefaultDaysProps extends PropertyProps<unknown> {
  isRange: boolean;
}

const DAYS: Readonly<Record<string, string>> = {
  '@hoje': 'Hoje',
  '@hoje-1d': 'Ontem',
  '@hoje-30d': 'Há 30 dias',
  '@inicio_mes': 'Início do mês',
  '@fim_mes': 'Fim do mês',
  '@inicio_ano': 'Início do ano',
};
type Range = readonly [inicio: string, fim: string, label: string];
/** As dashboards count the days, today among them. */
const lastDays = (period: FilterPeriod): Range => {
  const { inicio, fim, label } = filterPeriods[period];
  return [inicio, fim, label];
};
const RANGES: Readonly<Record<string, Range>> = {
  mes: ['@inicio_mes', '@hoje', 'Este mês, até hoje'],
  mes_inteiro: ['@inicio_mes', '@fim_mes', 'Este mês inteiro'],
  mes_anterior: ['@inicio_mes_anterior', '@fim_mes_anterior', 'Mês passado'],
  d7: lastDays('ULTIMOS_7'),
  d30: lastDays('ULTIMOS_30'),
  d90: lastDays('ULTIMOS_90'),
  ano: ['@inicio_ano', '@hoje', 'Este ano, até hoje'],
};
const FIXED = 'fixo';

/** The default of a date filter: relative days, or a fixed date. */
export function DefaultDays({ isRange, ...props }: DefaultDaysProps) {
  return isRange ? <DefaultRange {...props} /> : <DefaultDay {...props} />;
}

function DefaultRange({ value, onChange, ...shared }: Omit<DefaultDaysProps, 'isRange'>) {
  const range = (value ?? {}) as { inicio?: string; fim?: string };
  const rangeName = Object.keys(RANGES).find(
    (key) => RANGES[key]?.[0] === range.inicio && RANGES[key]?.[1] === range.fim,
  );
  const chosen = rangeName ?? (value === undefined ? '' : FIXED);
  const today = ownToday();
  const put = (key: string) => {
    const [inicio, fim] = RANGES[key] ?? [];
    if (key === FIXED) onChange({ inicio: range.inicio ?? today, fim: range.fim ?? today });
    else onChange(key === '' ? undefined : { inicio, fim });
  };
  return (
    <>
      <ChoiceProperty
        {...shared}
        value={chosen}
        choices={[
          { value: '', label: 'Vazio' },
          ...Object.entries(RANGES).map(([key, [, , label]]) => ({ value: key, label })),
          { value: FIXED, label: 'Outros dias…' },
        ]}
        onChange={put}
      />
      {chosen === FIXED &&
        (['inicio', 'fim'] as const).map((end) => (
          <DefaultDay
            key={end}
            {...shared}
            pointer={`${shared.pointer}/${end}`}
            label={end === 'inicio' ? 'De' : 'Até'}
            value={range[end]}
            onChange={(day) => onChange({ ...range, [end]: day })}
          />
        ))}
    </>
  );
}

function DefaultDay({ value, onChange, ...shared }: PropertyProps<unknown>) {
  const day = String(value ?? '');
  const moving = Object.hasOwn(DAYS, day);
  const shifted = /^@hoje-\d+d$/.test(day) && !moving;
  const isFixed = isCalendarDate(day);
  return (
    <>
      <ChoiceProperty
        {...shared}
        value={isFixed ? FIXED : day}
        choices={[
          { value: '', label: 'Vazio' },
          ...Object.entries(DAYS).map(([key, label]) => ({ value: key, label })),
          ...(shifted ? [{ value: day, label: `Há ${day.replace(/\D/g, '')} dias` }] : []),
          { value: FIXED, label: 'Um dia fixo…' },
        ]}
        onChange={(key) => onChange(key === FIXED ? ownToday() : key || undefined)}
      />
      {isFixed && (
        <DateField
          label="Dia"
          value={day}
          onChange={(next) => onChange(next ?? undefined)}
          // Clearing the day would end the fixed date and remove the field while the person is typing in it.
          live="filled"
          keptAs={shared.pointer}
          disabled={shared.readOnly ?? false}
        />
      )}
    </>
  );
}

interface ParameterDependenciesProps extends Omit<PropertyProps<readonly string[]>, 'label'> {
  origem: string | undefined;
  /** The filters before it; only these are offered, so that no two can depend on each other. */
  earlier: readonly ReportParameter[];
}

/** The earlier filter that narrows the options; with none, all options are offered. */
export function ParameterDependencies(props: ParameterDependenciesProps) {
  const { origem, earlier, value, onChange, ...shared } = props;
  const chosen = value.map(dependencyOf);
  return dependenciesOf(origem).map((chave) => {
    const name = dependencyNames[chave]?.nome ?? chave;
    const put = (campo: string) =>
      onChange(
        [...chosen.filter((each) => each.chave !== chave), ...(campo ? [{ chave, campo }] : [])].map(
          dependencyEntry,
        ),
      );
    return (
      <ChoiceProperty
        key={chave}
        {...shared}
        label={`As opções seguem: ${name}`}
        value={chosen.find((each) => each.chave === chave)?.campo ?? ''}
        choices={[
          { value: '', label: 'Nenhum filtro: todas as opções' },
          ...earlier.map(({ parametro, label }) => ({ value: parametro, label: `O filtro '${label}'` })),
        ]}
        onChange={put}
        help={
          earlier.length > 0
            ? 'Só filtros que vêm antes deste. Quando ele muda, este fica vazio.'
            : 'Nenhum filtro vem antes deste.'
        }
      />
    );
  });
}

/** The dependencies proposed for a source: the earlier filters whose options are exactly what it requires. */
export function proposedDependencies(origem: string, earlier: readonly ReportParameter[]): string[] {
  return dependenciesOf(origem).flatMap((chave) => {
    const found = earlier.find((each) => each.origem === dependencyNames[chave]?.origem);
    return found ? [dependencyEntry({ chave, campo: found.parametro })] : [];
  });
}
