import { periodDays } from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardBlock } from '#contract/rules/dashboards/dashboard.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import { isEmptyValue } from '#contract/rules/reports/parameterValues.ts';
import type { ReportParameter } from '#contract/rules/reports/report.ts';
import { reportRoutes } from '#contract/sac/reports/reports.ts';
import { useRoute } from '#data/useRoute.ts';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { EditorProps } from '../editorProps.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { ParameterValue } from '../reports/ParameterValue.tsx';

interface FixedFiltersProps extends Pick<EditorProps, 'problems' | 'readOnly'> {
  report: string;
  fixed: NonNullable<DashboardBlock['parametros']>;
  at: string;
  onChange: (fixed: DashboardBlock['parametros']) => void;
}

/** The filters of the report that this block fills in by itself, each with its own input. */
export function FixedFilters({ report, ...props }: FixedFiltersProps) {
  const answer = useRoute(reportRoutes.parameters, { params: { idRelatorio: report } });
  return (
    <Answered answer={answer} skeleton={<FormSkeleton fields={1} />}>
      {(parameters) => <Filters {...props} parameters={parameters} />}
    </Answered>
  );
}

interface FiltersProps extends Omit<FixedFiltersProps, 'report'> {
  parameters: readonly ReportParameter[];
}

function Filters({ parameters, fixed, at, onChange, problems, readOnly = false }: FiltersProps) {
  const names = Object.keys(fixed);
  const unknown = names.filter((name) => !parameters.some(({ parametro }) => parametro === name));
  if (parameters.length + names.length === 0) return null;
  const put = (next: Readonly<Record<string, unknown>>) =>
    onChange(Object.keys(next).length > 0 ? { ...next } : undefined);
  return (
    <>
      <PanelField
        at={at}
        value={names}
        set={(chosen: readonly string[]) =>
          put(Object.fromEntries(chosen.map((name) => [name, fixed[name] ?? firstValue(parameters, name)])))
        }
        choices={[
          ...parameters.map(({ parametro, label }) => ({ value: parametro, label })),
          ...unknown.map((name) => ({ value: name, label: name })),
        ]}
      />
      {parameters
        .filter(({ parametro }) => names.includes(parametro))
        .map((parameter) => (
          <ParameterValue
            key={parameter.parametro}
            parameter={parameter}
            label={parameter.label}
            pointer={`${at}/${escapePointer(parameter.parametro)}`}
            value={isEmptyValue(fixed[parameter.parametro]) ? undefined : fixed[parameter.parametro]}
            onChange={(next) => put({ ...fixed, [parameter.parametro]: next ?? NOTHING })}
            problems={problems}
            readOnly={readOnly}
          />
        ))}
    </>
  );
}

/** What is fixed as empty: everything, whatever the common filters say. */
const NOTHING = '';

const LAST_DAYS = periodDays('ULTIMOS_30');

function firstValue(parameters: readonly ReportParameter[], name: string): unknown {
  const found = parameters.find(({ parametro }) => parametro === name);
  return found?.valorpadrao ?? (found?.tipo === 'DATERANGE' ? LAST_DAYS : NOTHING);
}
