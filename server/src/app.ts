import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import cors from "@fastify/cors";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { auditRoutes } from "./audit/routes.ts";
import { codeRoutes } from "./auth/codes/code-routes.ts";
import { ownRoutes } from "./auth/own-routes.ts";
import { authRoutes } from "./auth/routes.ts";
import { boothThemeRoutes } from "./booths/booth-theme-routes.ts";
import { boothRoutes } from "./booths/routes.ts";
import type { Core } from "./core.ts";
import { Problem } from "./errors/problem.ts";
import { figureRoutes } from "./figures/routes.ts";
import { gameRoutes } from "./games/routes.ts";
import { addressReader } from "./http/address-of.ts";
import { accessTokenOf, authenticate, clientOf } from "./http/authenticate.ts";
import { addBodyTimeout } from "./http/body-timeout.ts";
import { refuseChunkedBodies } from "./http/chunked-bodies.ts";
import { connectionReader } from "./http/connection-of.ts";
import { documentApi } from "./http/documents/documents.ts";
import { readDrippingBodiesRarely } from "./http/dripping-bodies.ts";
import { takeForms } from "./http/forms/picture-fields.ts";
import { refuseWhenFull } from "./http/full-disk.ts";
import { healthRoutes } from "./http/health.ts";
import { readJson } from "./http/json-body.ts";
import { keepKnownHeaders } from "./http/known-headers.ts";
import { logAnswers } from "./http/log-answers.ts";
import { refuseLongAddresses } from "./http/long-addresses.ts";
import { limitConnections } from "./http/max-connections.ts";
import { packAnswers } from "./http/packing.ts";
import { limitPipelining } from "./http/pipelined-requests.ts";
import { highWaterMark } from "./http/port.ts";
import { answerNoRequest, answerRefusals, answerUnrouted, validatorCompiler } from "./http/refusal.ts";
import { paceBodies, paceRequests } from "./http/request-turns.ts";
import { hearResets } from "./http/resets.ts";
import { bodyBytes, serializerCompiler } from "./http/serve.ts";
import { closeStalledReaders, type StallLimits } from "./http/stalled-readers.ts";
import { refuseLongerThanRoutes, refuseUnreadBodies } from "./http/unread-bodies.ts";
import { addSecurityHeaders, serveWeb } from "./http/web.ts";
import { maxRedeemRoutes } from "./invitations/max-redeem-routes.ts";
import { invitationRoutes } from "./invitations/routes.ts";
import { pictureRoutes } from "./pictures/routes.ts";
import { platformRoutes } from "./platforms/routes.ts";
import { pollRoutes } from "./polls/routes.ts";
import { boardRoutes } from "./queue/board-routes.ts";
import { boardFinder } from "./queue/live/find-board.ts";
import { roomsReader } from "./queue/live/rooms-of-account.ts";
import { queueRoutes } from "./queue/routes.ts";
import { accessTokenOfSocket, isSocketHandshake, openRealtime } from "./realtime/realtime.ts";
import { scoreRoutes } from "./scores/routes.ts";
import { surveyRoutes } from "./surveys/routes.ts";
import { themeRoutes } from "./themes/routes.ts";
import { purchaseRoutes } from "./tickets/purchase-routes.ts";
import { ticketRoutes } from "./tickets/routes.ts";
import { scanRoutes } from "./tickets/scan-routes.ts";
import { profileRoutes } from "./users/profile-routes.ts";
import { userRoutes } from "./users/routes.ts";
import { warningRoutes } from "./warnings/routes.ts";

type Options = {
  /** Whether calls are answered yet. */
  isReady?: (() => boolean) | undefined;
  stall?: StallLimits | undefined;
  /** Milliseconds from one look at open sockets to the next. */
  sweepMs?: number | undefined;
};

/**
 * A browser behind two proxies sends some thirty. Of 900 lines a head took 1 ms of the event loop: 500 connections
 * without an account made everybody wait for 0.9 s.
 */
const maxHeaderLines = 100;

/** Builds the whole server without listening, so that tests can inject requests (security: row 16 for the limits). */
export async function buildApp(
  core: Core,
  { isReady = () => true, stall, sweepMs }: Options = {},
): Promise<FastifyInstance> {
  const { config } = core;
  const addressFrom = addressReader(config.trustProxy);
  const askerOf = (request: IncomingMessage) => {
    const token = request.headers.upgrade ? accessTokenOfSocket(request) : accessTokenOf(request.headers);
    return { ip: addressFrom(request), signedIn: token ? core.sessions.signedFor(token) : undefined };
  };
  const app = fastify({
    loggerInstance: core.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: bodyBytes,
    // For the slowest, a form with pictures; every other body has less (body-timeout.ts).
    requestTimeout: 70_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    // Refused by us, in the form and language of all refusals.
    return503OnClosing: false,
    frameworkErrors: answerUnrouted,
    clientErrorHandler: answerNoRequest,
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 2_000,
      maxHeaderSize: 16_384,
      // Upgrades pass by the hooks; refused ones try again by themselves.
      // A missing one is refused by us (pipelined-requests.ts).
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => isReady() && isSocketHandshake(request),
      highWaterMark,
    },
  });
  const callers = { askerOf, connectionOf: connectionReader(app.server, config.trustProxy) };
  app.server.maxHeadersCount = maxHeaderLines;
  hearResets(app.server);
  refuseChunkedBodies(app.server);
  refuseUnreadBodies(app.server);
  readDrippingBodiesRarely(app.server);
  keepKnownHeaders(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerRefusals(app, core.database.problemOf);
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.addHook("onRequest", async () => {
    // The port is taken before a new database is seeded (rules §8); a connection that is kept open outlives it.
    if (isClosing || !isReady()) throw new Problem("server.busy", { retryAfter: 1 });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isClosing) reply.header("connection", "close");
  });
  addBodyTimeout(app);
  refuseWhenFull(app, core.disk);
  closeStalledReaders(app, stall);
  const keepConnection = limitConnections(app, core.limits.maxConnections);
  readJson(app, paceBodies(callers));
  takeForms(app, core);
  logAnswers(app, core.log);
  await addSecurityHeaders(app, config);
  await app.register(cors, {
    origin: config.corsOrigins.length > 0 ? config.corsOrigins : false,
    methods: ["GET", "POST", "PUT", "DELETE"],
    exposedHeaders: ["x-access-token", "retry-after"],
    maxAge: 600,
  });
  packAnswers(app);
  refuseLongerThanRoutes(app);
  authenticate(app, core.sessions.resolve);
  warningRoutes(app, core);
  await documentApi(app);

  const { countHearers } = openRealtime(app, {
    ...core,
    resolveSession: core.sessions.resolve,
    findEnded: core.sessions.findEnded,
    roomsOfAccount: roomsReader(core.database.query),
    hasBoard: boardFinder(core.database.query),
    keepConnection,
    sweepMs,
  });

  healthRoutes(app, core);
  authRoutes(app, core);
  codeRoutes(app, core);
  ownRoutes(app, core);
  userRoutes(app, core);
  profileRoutes(app, core);
  themeRoutes(app, core);
  boothThemeRoutes(app, core);
  boothRoutes(app, core);
  gameRoutes(app, core);
  platformRoutes(app, core);
  pictureRoutes(app, { pictures: core.pictures, turnOf: clientOf });
  ticketRoutes(app, core);
  purchaseRoutes(app, core);
  scanRoutes(app, core);
  invitationRoutes(app, core);
  maxRedeemRoutes(app, core);
  queueRoutes(app, core, countHearers);
  boardRoutes(app, core);
  scoreRoutes(app, core);
  pollRoutes(app, core);
  surveyRoutes(app, core);
  figureRoutes(app, core);
  auditRoutes(app, core);
  await serveWeb(app, config);
  paceRequests(app.server, callers);
  limitPipelining(app.server);
  refuseLongAddresses(app.server);
  return app;
}
