import { describe, expect, test } from "vitest";
import { allowsCamera, readConfig, type World } from "./config.ts";

const read = (env: Record<string, string>, world: World = "empty") => readConfig(env, { world });
const s3 = { S3_BUCKET: "saha", S3_ACCESS_KEY_ID: "key", S3_SECRET_ACCESS_KEY: "secret" };

describe("what is unset has the value of rules §8", () => {
  test("for the server", () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: "0.0.0.0",
      dataDir: `${process.cwd()}/data`,
      databaseUrl: null,
      publicUrl: "http://localhost:3000",
      corsOrigins: [],
      trustProxy: [],
      s3: null,
      eventTimeZone: "Etc/GMT-3",
      eventDayEnds: "05:00",
      adminUsername: "admin",
      scanEnforceDay: true,
      scanFoodNeedsEntry: true,
      callSeconds: 180,
      logLevel: "info",
    });
  });

  test.each(["demo", "rush"] as const)(
    "for the %s, whose passwords are public: only this machine reaches it",
    (world) => {
      expect(read({}, world)).toMatchObject({ host: "127.0.0.1", dataDir: `${process.cwd()}/data/${world}`, world });
    },
  );

  test("and so has what is empty", () => {
    expect(read({ PORT: "", DATABASE_URL: " ", SECRET_KEY: "" })).toEqual(read({}));
  });
});

describe("a setting is read as it is meant", () => {
  test.each([
    [{ PORT: "0" }, { port: 0 }],
    [{ DATA_DIR: "/srv/ساحة 1" }, { dataDir: "/srv/ساحة 1" }],
    [{ DATABASE_URL: "postgresql://a:b@h/d?sslmode=require" }, { databaseUrl: "postgresql://a:b@h/d?sslmode=require" }],
    [
      { DATABASE_URL: "postgres://app@h/d", DATABASE_OWNER_URL: "postgres://owner@h/d" },
      { databaseUrl: "postgres://app@h/d", databaseOwnerUrl: "postgres://owner@h/d" },
    ],
    [{ DATABASE_URL: "postgres:///d?host=/run/pg" }, { databaseUrl: "postgres:///d?host=/run/pg" }],
    [{ PUBLIC_URL: "https://Saha.example/" }, { publicUrl: "https://saha.example" }],
    [{ PUBLIC_URL: "https://Saha.Example:443" }, { publicUrl: "https://saha.example" }],
    [{ PUBLIC_URL: "http://saha.example:8080/" }, { publicUrl: "http://saha.example:8080" }],
    [{ PUBLIC_URL: "https://ساحة.example" }, { publicUrl: "https://xn--mgbelw.example" }],
    [{ CORS_ORIGINS: "https://ساحة.example:443" }, { corsOrigins: ["https://xn--mgbelw.example"] }],
    [{ ASSET_BASE_URL: "https://cdn.example/saha/" }, { assetBaseUrl: "https://cdn.example/saha" }],
    [
      { CORS_ORIGINS: "https://a.example, http://b.example:8080" },
      { corsOrigins: ["https://a.example", "http://b.example:8080"] },
    ],
    [{ TRUST_PROXY: "10.0.0.0/8,::1, fd00::/8" }, { trustProxy: ["10.0.0.0/8", "::1", "fd00::/8"] }],
    [
      { SCAN_ENFORCE_DAY: "false", SCAN_FOOD_NEEDS_ENTRY: "no" },
      { scanEnforceDay: false, scanFoodNeedsEntry: false },
    ],
    [{ MAIL_FROM: "ساحة <hello@saha.example>" }, { mailFrom: "ساحة <hello@saha.example>" }],
    [{ CALL_SECONDS: "60" }, { callSeconds: 60 }],
    [{ EVENT_TIME_ZONE: "Africa/Cairo" }, { eventTimeZone: "Africa/Cairo" }],
    [{ EVENT_TIME_ZONE: "UTC" }, { eventTimeZone: "UTC" }],
    [{ EVENT_TIME_ZONE: "Egypt" }, { eventTimeZone: "Egypt" }],
    [
      s3,
      {
        s3: {
          endpoint: null,
          region: "us-east-1",
          bucket: "saha",
          accessKeyId: "key",
          secretAccessKey: "secret",
          forcePathStyle: false,
        },
      },
    ],
  ])("%j", (env, expected) => {
    expect(read(env as Record<string, string>)).toMatchObject(expected);
  });
});

describe("a wrong setting is refused by its name", () => {
  test.each([
    ["PORT", "65536"],
    ["PORT", "3000x"],
    ["PORT", "-1"],
    ["HOST", "a b"],
    ["DATABASE_URL", "mysql://h/d"],
    ["REDIS_URL", "h:6379"],
    ["REDIS_URL", "redis://u:p%ZZ@h:6379"],
    ["PUBLIC_URL", "saha.example"],
    ["PUBLIC_URL", "https://saha.example/app"],
    ["PUBLIC_URL", "https://saha.example/?a=b"],
    ["PUBLIC_URL", "https://saha.example/#a"],
    ["PUBLIC_URL", "https://user@saha.example"],
    ["PUBLIC_URL", "https://ساحة.example/مسار"],
    ["ASSET_BASE_URL", "ftp://h"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "https://a.example,https://b.example/x"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "0.0.0.0/0"],
    ["TRUST_PROXY", "::/0"],
    ["TRUST_PROXY", "true"],
    ["SMTP_URL", "mail.example:25"],
    ["MAIL_FROM", "nobody"],
    ["SECRET_KEY", "short"],
    ["EVENT_TIME_ZONE", "Cairo"],
    ["EVENT_TIME_ZONE", "+03:00"],
    ["EVENT_TIME_ZONE", "-0330"],
    ["EVENT_TIME_ZONE", "AST"],
    ["EVENT_DAY_ENDS", "25:00"],
    ["ADMIN_USERNAME", "ab"],
    ["ADMIN_PASSWORD", "seven77"],
    ["SCAN_ENFORCE_DAY", "maybe"],
    ["SCAN_FOOD_NEEDS_ENTRY", "2"],
    ["CALL_SECONDS", "9"],
    ["CALL_SECONDS", "3601"],
    ["CALL_SECONDS", "1.5e2"],
    ["LOG_LEVEL", "loud"],
    ["S3_ENDPOINT", "s3"],
  ])("%s=%s", (name, value) => {
    expect(() => read({ ...s3, [name]: value })).toThrow(new RegExp(`^${name} must [^\n]+\\.$`));
  });

  test("each wrong one has its sentence", () => {
    expect(() => read({ PORT: "x", LOG_LEVEL: "y" })).toThrow(/^PORT must .+\.\nLOG_LEVEL must .+\.$/);
  });

  test("the owner of a database that is not named", () => {
    expect(() => read({ DATABASE_OWNER_URL: "postgres://h/d" })).toThrow(/^DATABASE_OWNER_URL is the owner's way/);
  });

  test("half of S3 is none", () => {
    expect(() => read({ S3_BUCKET: "saha", S3_ACCESS_KEY_ID: "key" })).toThrow(/^S3_SECRET_ACCESS_KEY must/);
  });

  test("a misspelt S3 setting is not passed over", () => {
    expect(() => read({ ...s3, S3_BUKET: "x" })).toThrow(/^S3_BUKET is not a setting/);
  });

  test("the sentence shows no secret", () => {
    expect(() => read({ DATABASE_URL: "pg://a:hidden@h/d", SECRET_KEY: "hidden" })).not.toThrow(/hidden/);
  });
});

test("a camera opens on https and on this machine only", () => {
  const addresses = ["https://a.example", "http://localhost:3000", "http://127.0.0.1", "http://192.168.1.5:3000"];
  expect(addresses.map(allowsCamera)).toEqual([true, true, true, false]);
});
