import { isCnpj, normalizeDocument } from '../../../contract/rules/documents.ts';
import { registrationRoutes } from '../../../contract/sac/registration.ts';
import { findCompany } from '../../adapters/taxAuthority/findCompany.ts';
import { invalid } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { duplicates } from './duplicates.ts';
import { registrationForms } from './forms.ts';
import { mayRegister } from './mayRegister.ts';
import { preRegister } from './preRegister.ts';
import { register } from './register.ts';
import { registerFromTicket } from './registerFromTicket.ts';
import { requestTransfer } from './requestTransfer.ts';
import { simulationData } from './simulation.ts';

export const registrationImplementation = implement(registrationRoutes, {
  forms: registrationForms,
  mayRegister,
  lookUpDocument: mayRegister,
  taxAuthority: async ({ params }, ctx) => {
    const cnpj = normalizeDocument(params.cnpj);
    if (!isCnpj(cnpj)) throw invalid({ cnpj: 'CNPJ inválido' });
    // Without a name the console says 'Cadastro não encontrado.' (document 000 section 8).
    return { ...((await findCompany(ctx, cnpj)) ?? { razao_social: '' }) };
  },
  simulation: ({ query }, ctx) => simulationData(query.idCli, ctx),
  simulationCallcenter: ({ params }, ctx) => simulationData(params.idCli, ctx),
  duplicates,
  register,
  preRegister,
  registerFromTicket,
  requestTransfer,
});
