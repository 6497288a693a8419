import { changesBetween } from '../../../contract/rules/definitions/changes.ts';
import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import { fieldSchemas } from '../../../contract/rules/forms/fieldSchemas.ts';
import type { RegistrationStep } from '../../../contract/rules/registration/registrationStep.ts';
import type { Content, KindRules } from '../../config/definitions/kind.ts';
import { formProblems } from '../../config/forms/formProblems.ts';
import { formErrors } from '../../config/forms/validators.ts';

const asStep = (content: Content) => content as unknown as RegistrationStep;

/** Steps of the registration of customers (schemas/registration). The files are the standard of an installation. */
export const registrationKind: KindRules = {
  kind: 'registration',
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => {
    const { area, titulo } = asStep(content);
    return `${titulo ?? ''} (${area === 'CALLCENTER' ? 'call-center' : 'atendimento'})`;
  },
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => {
    const step = asStep(content);
    const shape = [...nameProblems(step), ...formProblems(step.schema, step.ui).map(asError)];
    // A schema that cannot be compiled has no verdict to compare with.
    return shape.length > 0 ? shape : [...essentialProblems(step), ...testProblems(step)];
  },
  changes: (before, after) => changesBetween(before, after, WORDS),
  dependents: async () => [
    { tipo: 'Assistente', nome: 'Cadastrar Cliente: sem esta etapa ele não abre', quantos: 1 },
  ],
};

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});
const asError = ({ pointer, message }: { pointer: string; message: string }) => error(pointer, message);

function nameProblems({ id, area, etapa }: RegistrationStep): DefinitionProblem[] {
  const name = `${area.toLowerCase()}-${etapa}`;
  return id === name ? [] : [error('/id', `Esta etapa se chama ${name}: a área e a etapa.`)];
}

/** Without these a customer could not be written at all. */
const ESSENTIAL: Record<RegistrationStep['etapa'], readonly string[]> = {
  documento: ['documento'],
  empresa: ['razaoSocial'],
  contatos: ['telefone1', 'email'],
  enderecos: ['enderecoCobranca'],
};

const essentialProblems = ({ etapa, schema }: RegistrationStep): DefinitionProblem[] =>
  [...ESSENTIAL[etapa], 'contexto']
    .filter((name) => fieldSchemas(schema, `/${name}`).length === 0)
    .map((name) => error('/schema', `O cadastro precisa do campo "${name}" nesta etapa. Inclua-o de novo.`));

/** Each entry must be judged as it says, and for nothing else. */
const testProblems = ({ schema, testes }: RegistrationStep): DefinitionProblem[] =>
  testes.flatMap(({ nome, dados, espera }, index) => {
    const found = Object.keys(formErrors(schema, dados)).sort();
    const wanted = espera === 'valido' ? [] : [...espera].sort();
    if (found.join() === wanted.join()) return [];
    return [error(`/testes/${index}`, `O exemplo "${nome}" ${told(found)}, mas espera: ${listed(wanted)}.`)];
  });

const told = (found: readonly string[]) =>
  found.length > 0 ? `é recusado em ${found.join(', ')}` : 'é aceito';
const listed = (wanted: readonly string[]) =>
  wanted.length > 0 ? `recusado em ${wanted.join(', ')}` : 'aceito';

const WORDS = {
  identity: ['chave', 'nome'],
  label: ['titulo', 'nome'],
  keys: {
    titulo: 'título',
    descricao: 'descrição',
    schema: 'regras',
    ui: 'desenho',
    testes: 'exemplos',
    espera: 'resultado esperado',
    dados: 'dados',
    properties: 'campos',
    required: 'obrigatórios',
    title: 'rótulo',
    description: 'ajuda',
    maxLength: 'máximo de caracteres',
    minLength: 'mínimo de caracteres',
    maxItems: 'máximo de itens',
    minItems: 'mínimo de itens',
    pattern: 'formato',
    format: 'formato',
    enum: 'valores',
    allOf: 'condições',
    if: 'se',
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema's own word.
    then: 'então',
    else: 'senão',
    'ui:order': 'ordem dos campos',
    'ui:widget': 'componente',
    'ui:options': 'opções',
    'x-mensagens': 'mensagens',
  },
};
