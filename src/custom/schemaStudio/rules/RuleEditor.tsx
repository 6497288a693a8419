import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { call } from '#contract/expression/tree.ts';
import { type CompanyRule, isMacro } from '#contract/rules/companyRules/companyRule.ts';
import { type RuleNames, ruleSentence } from '#contract/rules/companyRules/ruleSentence.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { problemAt } from '#ui/components/inputs/PropertyFields.tsx';
import { ConditionEditor } from '#ui/condition/ConditionEditor.tsx';
import { newComparison } from '#ui/condition/comparisons.ts';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import type { Content, EditorProps } from '../editorProps.ts';
import { PanelField } from '../parts/PanelField.tsx';
import { ActionsEditor } from './ActionsEditor.tsx';
import { RoleProperty } from './RoleProperty.tsx';
import { TriggerProperties } from './TriggerProperties.tsx';
import { type ShownNames, useRuleFields, useRuleNames } from './useRuleWords.ts';

/** A rule as one sentence, and each of its three parts with what it is made of. */
export function RuleEditor(props: EditorProps) {
  const { names, answer } = useRuleNames();
  return (
    <Answered answer={answer} skeleton={<FormSkeleton />}>
      {() => <LoadedEditor {...props} names={names} />}
    </Answered>
  );
}

interface LoadedProps extends EditorProps {
  names: ShownNames;
}

function LoadedEditor({ value, onChange, problems, readOnly = false, place, onPlace, names }: LoadedProps) {
  const rule = contentOf('rules', value);
  const fields = useRuleFields(names.entities, rule.entidade);
  const put = (next: CompanyRule) => onChange(next as unknown as Content);
  const shared = { rule, put, names, problems, readOnly };
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20, maxWidth: 760 }}>
      <Sentence rule={rule} names={names} />
      <Part title="Quando" pointer="/quando">
        <TriggerProperties {...shared} />
      </Part>
      <Part title="Se" pointer="/se">
        <Condition {...shared} fields={fields} />
      </Part>
      <Part title="Então" pointer="/entao">
        <ActionsEditor {...shared} texts={fields.texts} place={place} onPlace={onPlace} />
      </Part>
      <Part title={isMacro(rule) ? 'Como se chama' : 'Como ela age'} pointer="/papel">
        <PanelField at="/titulo" />
        <PanelField at="/descricao" multiline />
        {!isMacro(rule) && (
          <>
            <RoleProperty choices={names.choices} />
            <PanelField at="/limitePorHora" />
            <PanelField
              at="/emLote"
              value={rule.emLote !== false}
              set={(on: boolean) => put(seesBulk(rule, on))}
            />
            <PanelField at="/importacoes" />
          </>
        )}
      </Part>
    </div>
  );
}

/** A file says only what differs from the usual. */
function seesBulk({ emLote: _, ...rule }: CompanyRule, on: boolean): CompanyRule {
  return on ? rule : { ...rule, emLote: false };
}

/** The whole rule as it is read aloud, said again after each change. */
function Sentence({ rule, names }: { rule: CompanyRule; names: RuleNames }) {
  const { quando, se, entao } = ruleSentence(rule, names);
  return (
    <Said aria-label="A regra em uma frase" aria-live="polite" role="status">
      <strong>Quando</strong> {quando},{' '}
      {se !== undefined && (
        <>
          <strong>se</strong> {se},{' '}
        </>
      )}
      <strong>então</strong>{' '}
      {entao.length === 0
        ? 'não faz nada.'
        : entao.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity of their own
            <span key={index}>
              {index > 0 && (index === entao.length - 1 ? ' e ' : ', ')}
              {text}
            </span>
          ))}
      {entao.length > 0 && '.'}
    </Said>
  );
}

const Said = styled('p')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    margin: 0,
    padding: '12px 16px',
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    backgroundColor: components.superficie,
    fontSize: 16,
    lineHeight: 1.5,
    textWrap: 'pretty',
    overflowWrap: 'anywhere',
  };
});

interface PartProps {
  title: string;
  pointer: string;
  children: ReactNode;
}

function Part({ title, pointer, children }: PartProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-pointer={pointer}
      style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}
    >
      <h2 id={id} style={{ margin: 0, fontSize: 16, fontWeight: 600 }}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ConditionProps extends Pick<EditorProps, 'problems'> {
  rule: CompanyRule;
  put: (rule: CompanyRule) => void;
  fields: ReturnType<typeof useRuleFields>;
  readOnly: boolean;
}

/** Absent: the rule always applies. */
function Condition({ rule, put, fields: { fields, pathOf }, problems, readOnly }: ConditionProps) {
  const { se, ...always } = rule;
  const [usual] = fields;
  if (se === undefined) {
    const error = problemAt(problems, '/se');
    return (
      <div>
        <p style={{ margin: '0 0 4px' }}>{error ?? 'Sempre.'}</p>
        {!readOnly && usual && (
          <Button
            size="small"
            startIcon={<AddOutlined />}
            onClick={() => put({ ...rule, se: call('todas', newComparison(usual.path, usual)) })}
          >
            Incluir condição
          </Button>
        )}
      </div>
    );
  }
  return (
    <ConditionEditor
      key={rule.entidade}
      pointer="/se"
      value={se}
      onChange={(next) => put({ ...rule, se: next })}
      fields={fields}
      pathOf={pathOf}
      problems={problems}
      readOnly={readOnly}
      onClear={() => put(always)}
    />
  );
}
