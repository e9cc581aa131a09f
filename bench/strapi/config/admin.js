module.exports = () => ({
  serveAdminPanel: false,
  auth: { secret: "opens nothing" },
  apiToken: { salt: "opens nothing" },
  transfer: { token: { salt: "opens nothing" } },
  secrets: { encryptionKey: "opens nothing, and is long" },
});
