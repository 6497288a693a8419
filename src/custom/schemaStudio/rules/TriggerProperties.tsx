import { OWN_ENTITY } from '#contract/map/entity.ts';
import {
  type CompanyRule,
  MACRO_ENTITY,
  type RuleTrigger,
} from '#contract/rules/companyRules/companyRule.ts';
import { isEveryYear, ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { changedFields, dueFields, OWN_DATES } from '#contract/rules/companyRules/ruleProblems.ts';
import { eventText, type RuleNames } from '#contract/rules/companyRules/ruleSentence.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { WEEKDAYS } from '#contract/rules/time/calendarDate.ts';
import { ChoiceProperty, NumberProperty } from '#ui/components/inputs/PropertyFields.tsx';
import type { EditorProps } from '../editorProps.ts';
import { USUAL_ROLE } from '../newDefinition.ts';
import { PanelField } from '../parts/PanelField.tsx';
import type { ShownMap } from '../reports/relatedFields.ts';
import { HourProperty } from './HourProperty.tsx';
import { withEntity, withTrigger } from './ruleEdits.ts';

interface TriggerPropertiesProps extends Pick<EditorProps, 'problems'> {
  rule: CompanyRule;
  put: (rule: CompanyRule) => void;
  names: RuleNames & { entities: ShownMap };
  readOnly: boolean;
}

/** What a rule is about, and what sets it off: an event, a day or moment of the record, a time of the day, or a person. */
export function TriggerProperties({
  rule,
  put,
  names: { entities },
  problems,
  readOnly,
}: TriggerPropertiesProps) {
  const { entidade, quando } = rule;
  const shared = { problems, readOnly };
  const set = (next: RuleTrigger) => put({ ...rule, quando: next });
  const about = Object.entries(entities)
    .filter(([key, { fechada }]) => ruleEntity(key) !== null && !fechada)
    .map(([value, { titulo, sinonimos = [] }]) => ({
      value,
      label: upperFirst(titulo.um),
      words: [titulo.muitos, ...sinonimos].join(' '),
    }));
  const named = changedFields(rule, entities);
  const hasDates = dueFields(entidade, entities).length > 0;
  return (
    <>
      <div style={PAIR}>
        <PanelField
          at="/entidade"
          choices={about}
          help=""
          set={(key: string) => put(withEntity(rule, key, entities))}
        />
        <PanelField
          at="/quando/tipo"
          offers={(kind) =>
            kind === quando.tipo ||
            (kind === 'PRAZO' ? hasDates : kind !== 'PESSOA' || entidade === MACRO_ENTITY)
          }
          help={entidade.startsWith(OWN_ENTITY) ? OWN_DATES : ''}
          set={(tipo: RuleTrigger['tipo']) => put(withTrigger(rule, tipo, entities, USUAL_ROLE))}
        />
      </div>
      {quando.tipo === 'EVENTO' && (
        <ChoiceProperty
          {...shared}
          label="O que acontece"
          pointer="/quando/evento"
          value={quando.evento}
          choices={(ruleEntity(entidade)?.eventos ?? []).map((event) => ({
            value: event.value,
            label: upperFirst(eventText(entities, entidade, event)),
          }))}
          onChange={(evento) => set({ tipo: 'EVENTO', evento })}
        />
      )}
      {quando.tipo === 'EVENTO' && (named.length > 0 || quando.mudou !== undefined) && (
        <ChoiceProperty
          {...shared}
          label="Que campo muda"
          pointer="/quando/mudou"
          value={quando.mudou ?? ''}
          choices={[
            { value: '', label: 'Qualquer campo' },
            ...named.map(([value, { titulo }]) => ({ value, label: titulo })),
          ]}
          onChange={(mudou) => set({ tipo: 'EVENTO', evento: quando.evento, ...(mudou !== '' && { mudou }) })}
        />
      )}
      {quando.tipo === 'PRAZO' && (
        <Due {...shared} quando={quando} set={set} entidade={entidade} entities={entities} />
      )}
      {quando.tipo === 'HORARIO' && (
        <div style={PAIR}>
          <HourProperty
            {...shared}
            label="Hora"
            pointer="/quando/hora"
            value={quando.hora}
            onChange={(hora) => set({ ...quando, hora })}
            help="No fuso da empresa. Vale para cada registro em que a condição vale."
          />
          <PanelField
            at="/quando/dias"
            value={quando.dias.map(String)}
            choices={WEEKDAYS.map((name, day) => ({ value: String(day), label: upperFirst(name) }))}
            help=""
            set={(dias: readonly string[]) => set({ ...quando, dias: dias.map(Number) })}
          />
        </div>
      )}
    </>
  );
}

const PAIR = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(220px, 100%), 1fr))',
  gap: 12,
} as const;

const SIDES = [
  { value: 'antes', label: 'Antes' },
  { value: 'no', label: 'No momento' },
  { value: 'depois', label: 'Depois' },
];

interface DueProps extends Pick<TriggerPropertiesProps, 'problems' | 'readOnly'> {
  quando: Extract<RuleTrigger, { tipo: 'PRAZO' }>;
  set: (trigger: RuleTrigger) => void;
  entidade: string;
  entities: ShownMap;
}

function Due({ quando, set, entidade, entities, ...shared }: DueProps) {
  const { campo, quantidade, unidade } = quando;
  const dates = dueFields(entidade, entities);
  const isDay = dates.find(([key]) => key === campo)?.[1].tipo === 'DATA';
  const side = quantidade < 0 ? 'antes' : quantidade === 0 ? 'no' : 'depois';
  const count = Math.abs(quantidade);
  const signed = (next: number, of = side) => (of === 'antes' ? -next : of === 'no' ? 0 : next);
  return (
    <div style={PAIR}>
      <ChoiceProperty
        {...shared}
        label="De que data"
        pointer="/quando/campo"
        value={campo}
        choices={dates.map(([value, { titulo }]) => ({ value, label: titulo }))}
        help={isEveryYear(entidade, campo) ? 'Vale todo ano, no dia e no mês desta data.' : undefined}
        onChange={(key) => {
          const isNextDay = dates.find(([each]) => each === key)?.[1].tipo === 'DATA';
          set({ ...quando, campo: key, ...(isNextDay && { unidade: 'DIAS' }) });
        }}
      />
      <ChoiceProperty
        {...shared}
        label="Antes ou depois"
        pointer="/quando/lado"
        value={side}
        choices={SIDES}
        onChange={(next) => set({ ...quando, quantidade: signed(count || 1, next as typeof side) })}
      />
      {side !== 'no' && (
        <>
          <NumberProperty
            {...shared}
            label="Quanto tempo"
            pointer="/quando/quantidade"
            value={count}
            onChange={(next) => next !== null && next > 0 && set({ ...quando, quantidade: signed(next) })}
          />
          <ChoiceProperty
            {...shared}
            label="Unidade"
            pointer="/quando/unidade"
            value={unidade}
            choices={isDay ? UNITS.slice(0, 1) : UNITS}
            onChange={(next) => set({ ...quando, unidade: next as typeof unidade })}
          />
        </>
      )}
    </div>
  );
}

const UNITS = [
  { value: 'DIAS', label: 'Dias' },
  { value: 'HORAS', label: 'Horas' },
];
