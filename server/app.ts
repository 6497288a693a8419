import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import qs from 'qs';
import { registerCallIntake } from './callcenter/incomingCalls/intake.ts';
import { sayCompanyWords } from './config/words/queries.ts';
import type { Deps } from './context.ts';
import { registerAdmission } from './plugins/admission.ts';
import { readJson, readNdjson, readWebForms } from './plugins/bodyParsers.ts';
import { serializerCompiler, validatorCompiler } from './plugins/compilers.ts';
import { registerConsole } from './plugins/console.ts';
import { registerDocs } from './plugins/docs.ts';
import { answerErrors, answerUnreadable } from './plugins/errors.ts';
import { registerHealth } from './plugins/health.ts';
import { registerAccessAudit } from './plugins/looks.ts';
import { registerOtherConsoles, registerSecurity } from './plugins/security.ts';
import { registerRealtime } from './realtime/register.ts';
import { implementations } from './routes.ts';
import { registerMailPost } from './sac/inbox/mailIntake.ts';
import { registerOneClick } from './sac/mailAddresses/index.ts';
import { registerMetrics } from './telemetry/registerMetrics.ts';
import { registerTracing } from './tracing/spans.ts';

/** Builds the whole server without listening: `main.ts` listens, tests inject. */
export async function buildApp(deps: Deps, options: FastifyServerOptions = {}): Promise<FastifyInstance> {
  const serverOptions: FastifyServerOptions = {
    bodyLimit: 1024 * 1024,
    // A slower client only blocks a connection: 25 MB take five minutes on a poor line.
    requestTimeout: 15 * 60 * 1000,
    frameworkErrors: answerUnreadable,
    trustProxy: deps.settings.trustedProxies.length > 0 ? [...deps.settings.trustedProxies] : false,
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID().slice(0, 13),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 200,
      querystringParser: (text) =>
        withoutEmpty(qs.parse(text, { depth: 3, arrayLimit: 500, parameterLimit: 1000 })),
    },
    ...options,
  };
  const app = fastify(serverOptions);
  registerTracing(app);
  app.decorateRequest('user', null);
  app.decorateRequest('authenticatedBy', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  readJson(app);
  readNdjson(app);
  await registerSecurity(app, deps);
  registerOtherConsoles(app, deps);
  registerAdmission(app, deps);
  await app.register(fastifyCompress, { threshold: 1024 });
  await app.register(fastifyCookie);
  await app.register(fastifyMultipart);
  registerAccessAudit(app, deps);
  registerHealth(app, deps);
  registerDocs(app);
  const live = await registerRealtime(app, deps);
  registerMetrics(app, deps, live);
  // Registered after the channels, which parse forms in their own way.
  readWebForms(app);
  await registerOneClick(app, deps);
  await registerMailPost(app, deps);
  await registerCallIntake(app, deps);
  // After the session was read, by which what this process remembers is as new as the request.
  app.addHook('preValidation', () => sayCompanyWords(deps.db));
  for (const implementation of implementations) implementation.mount(app, deps);
  await registerConsole(app, deps.settings);
  return app;
}

/** An empty parameter is one that was not given: `clientes/?q=&orderBy=&direction=ASC` (document 000 section 7). */
const withoutEmpty = (query: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
