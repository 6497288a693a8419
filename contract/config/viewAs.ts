import { Done, defineRoutes, Id, Strict } from '../route.ts';

/** The console as another person sees it, without write access (contract/route.ts, `allowedWhileViewingAs`). */
export const viewAsRoutes = defineRoutes({
  begin: {
    method: 'POST',
    path: '/config/ver-como/{idPessoa}',
    summary: 'Ver o console como outra pessoa, sem gravar',
    permission: 'CONFIGURACAO_VER_COMO',
    params: Strict({ idPessoa: Id('Pessoa') }),
    response: Done,
  },
  /** Someone viewing as another person may always stop. */
  end: {
    method: 'DELETE',
    path: '/config/ver-como',
    summary: 'Sair da visão de outra pessoa',
    permission: 'session',
    allowedWithoutSecondFactor: true,
    allowedWhileViewingAs: 'leaves',
    response: Done,
  },
});
