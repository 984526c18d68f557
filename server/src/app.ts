import { randomUUID } from "node:crypto";
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { codeRoutes } from "./auth/code-routes.ts";
import { ownRoutes } from "./auth/own-routes.ts";
import { authRoutes } from "./auth/routes.ts";
import type { Core } from "./core.ts";
import { documentApi } from "./documents.ts";
import { healthRoutes } from "./health.ts";
import { identify, serializerCompiler } from "./http.ts";
import { logAnswers } from "./logging.ts";
import { takeForms } from "./picture-fields.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { openRealtime } from "./realtime.ts";
import { answerNoRequest, answerRefusals, answerUnrouted, validatorCompiler } from "./refusal.ts";
import { boundBodies } from "./slow-bodies.ts";
import { themeRoutes } from "./themes/routes.ts";
import { purchaseRoutes } from "./tickets/purchase-routes.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { scanRoutes } from "./tickets/scan-routes.ts";
import { profileRoutes } from "./users/profile-routes.ts";
import { userRoutes } from "./users/routes.ts";
import { protect, serveWeb } from "./web.ts";

const jsonBodyBytes = 256 * 1024;
/**
 * Quality 1 packs a list within 8 % of quality 4 in half its time. Up to 16 KB are packed at once, within some 0.1 ms, which
 * is less than what it takes to hand them to another thread.
 */
const packing = { brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }, syncThreshold: 16_384 };

/** Builds the whole server without listening, so that tests can inject requests (security: row 16 for the limits). */
export async function buildApp(core: Core): Promise<FastifyInstance> {
  const { config } = core;
  const app = fastify({
    loggerInstance: core.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: jsonBodyBytes,
    // For the slowest, a form with pictures; every other body has less (slow-bodies.ts).
    requestTimeout: 70_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: true,
    frameworkErrors: answerUnrouted,
    clientErrorHandler: answerNoRequest,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerRefusals(app);
  boundBodies(app);
  readJson(app);
  takeForms(app, core);
  logAnswers(app, core.log);
  await protect(app, config);
  await app.register(cors, {
    origin: config.corsOrigins.length > 0 ? config.corsOrigins : false,
    methods: ["GET", "POST", "PUT", "DELETE"],
    exposedHeaders: ["x-access-token", "retry-after"],
    maxAge: 600,
  });
  await app.register(compress, { threshold: 4096, encodings: ["br", "gzip"], ...packing });
  identify(app, core);
  await documentApi(app);

  healthRoutes(app, core);
  authRoutes(app, core);
  codeRoutes(app, core);
  ownRoutes(app, core);
  userRoutes(app, core);
  profileRoutes(app, core);
  themeRoutes(app, core);
  pictureRoutes(app, core);
  ticketRoutes(app, core);
  purchaseRoutes(app, core);
  scanRoutes(app, core);
  await serveWeb(app, config);
  openRealtime(app, core);
  return app;
}

/** JSON only; an empty body with a JSON content type is no error (rules §1). */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body as string, done);
  });
}
