import type { Area } from '../../../contract/route.ts';
import {
  REGISTRATION_STEPS,
  type RegistrationArea,
  type RegistrationStep,
} from '../../../contract/rules/registration/registrationStep.ts';
import { type Published, publishedDefinitions } from '../../config/definitions/queries.ts';
import type { Executor } from '../../db/client.ts';
import { refused } from '../../errors.ts';

export const areaOf = (area: Area | null): RegistrationArea => (area === 'callcenter' ? 'CALLCENTER' : 'SAC');

export interface PublishedStep extends RegistrationStep {
  /** `<id> <version>`: sent back with a registration. */
  versao: string;
}

/** The steps of an area as they hold now, in their order. */
export async function publishedSteps(db: Executor, area: RegistrationArea): Promise<PublishedStep[]> {
  const all = await publishedDefinitions<RegistrationStep>(db, 'registration');
  const own = all.filter(({ content }) => content.area === area).map(asStep);
  const steps = REGISTRATION_STEPS.flatMap((etapa) => own.filter((step) => step.etapa === etapa));
  if (steps.length === REGISTRATION_STEPS.length - 1) return steps;
  throw refused(
    'CADASTRO_INCOMPLETO',
    'Falta uma etapa do cadastro. Peça a um administrador que a publique em Configuração.',
  );
}

const asStep = ({ content, key, version }: Published<RegistrationStep>): PublishedStep => ({
  ...content,
  versao: `${key} ${version}`,
});
