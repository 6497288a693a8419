import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { withFieldOrder } from '#contract/rules/forms/fieldOrder.ts';
import { fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import {
  registrationFieldProblems,
  registrationFields,
} from '#contract/rules/registration/registrationFields.ts';
import {
  fieldTitle,
  type RegistrationStep,
  registrationChanges,
} from '#contract/rules/registration/registrationStep.ts';
import { publishedWith } from '../../config/definitions/queries.ts';
import type { Content, KindRules } from '../../config/definitions/rules.ts';
import { misfits, offeredFields } from '../../config/fields/rules.ts';
import { exampleProblems, formErrors, formProblems } from '../../config/forms/rules.ts';

export { addressOf, isWrongTown as isStrayTown, STRAY_TOWN } from './customerColumns.ts';

/** The steps of customer registration (schemas/registration). The files are the defaults of an installation. */
export const registrationKind: KindRules = {
  kind: 'registration',
  readsDatabase: false,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => {
    const { area, titulo } = contentOf('registration', content);
    return `${titulo ?? ''} (${area === 'CALLCENTER' ? 'call-center' : 'atendimento'})`;
  },
  descriptionOf: (content) => String(content.descricao ?? ''),
  stored: (content) => withOrder(content),
  problems: async (content) => {
    const step = contentOf('registration', content);
    const shape = [...nameProblems(step), ...(await formProblems(step.schema, step.ui)).map(asError)];
    // Without a schema that compiles there are no results to compare with.
    return shape.length > 0 ? shape : [...essentialProblems(step), ...(await testProblems(step))];
  },
  transition: async (before, after, db, arriving) => {
    const steps = await publishedWith<RegistrationStep>(db, 'registration', arriving);
    const fields = await publishedWith<ExtraFieldsDefinition>(db, 'fields', arriving);
    const extra = fields.get('cliente')?.campos ?? [];
    const found = registrationFieldProblems(contentOf('registration', after), [...steps.values()], extra);
    if (found.length > 0) return found;
    const asked = registrationFields([contentOf('registration', after)]);
    const placed = asked.map((field) => ({
      field,
      pointer: schemaPointer(contentOf('registration', after), field.caminho),
    }));
    return misfits(
      db,
      'cliente',
      before ? registrationFields([contentOf('registration', before)]) : [],
      placed,
    );
  },
  changes: (before, after) =>
    registrationChanges(contentOf('registration', before), contentOf('registration', after)),
  // The sources of its options come with the console.
  uses: async () => [],
  offers: (content, to) => ({
    fields: offeredFields(registrationFields([contentOf('registration', content)]), to),
  }),
  // What it asks for beyond what the console stores is an extra field of customers.
  offersAs: { kind: 'fields', key: 'cliente' },
  dependents: async () => [
    { tipo: 'Assistente', nome: 'Cadastrar Cliente: sem esta etapa ele não abre', quantos: 1, impede: true },
  ],
  whyNotArchived: async () => 'O assistente Cadastrar Cliente não abre sem esta etapa. Mude os campos dela.',
};

/** Where a field that stands in the step itself is written; other fields may stand in a part that several share. */
const schemaPointer = ({ schema }: RegistrationStep, path: readonly string[]): string => {
  const [name = ''] = path;
  const isOwn = path.length === 1 && Object.hasOwn((schema.properties ?? {}) as object, name);
  return isOwn ? `/schema/properties/${escapePointer(name)}` : '/schema';
};

/** A content without a schema is refused as it is. The context of the step is not drawn. */
function withOrder(content: Content): Content {
  const { schema, ui = {} } = content;
  if (!isRecord(schema) || !isRecord(ui) || !isRecord(schema.properties)) return content;
  const { contexto: _, ...properties } = schema.properties;
  const next = withFieldOrder({ ...schema, properties }, ui);
  return next === ui ? content : { ...content, ui: next };
}

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

/** Fields without which a customer could not be stored at all. */
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

/** Each example must fail exactly in the fields that it states. */
const testProblems = ({ schema, testes }: RegistrationStep): Promise<DefinitionProblem[]> =>
  exampleProblems(testes, async ({ nome, dados, espera }, index) => {
    const found = Object.keys(await formErrors(schema, dados)).sort();
    const wanted = espera === 'valido' ? [] : [...espera].sort();
    if (found.join() === wanted.join()) return [];
    return [
      error(
        `/testes/${index}`,
        `O exemplo "${nome}" espera ser ${said(schema, wanted)}, e pelas regras de agora é ${said(schema, found)}.`,
      ),
    ];
  });

const said = (schema: RegistrationStep['schema'], refused: readonly string[]) =>
  refused.length > 0
    ? `recusado em ${refused.map((pointer) => fieldTitle(schema, pointer)).join(', ')}`
    : 'aceito';
