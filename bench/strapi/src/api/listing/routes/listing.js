const { createCoreRouter } = require("@strapi/strapi").factories;

module.exports = createCoreRouter("api::listing.listing", {
  only: ["find"],
  config: { find: { auth: false } },
});
