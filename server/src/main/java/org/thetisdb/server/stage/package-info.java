/**
 * The stages that calls pass under every scheme, one class for each, and what leads a call from one
 * to the next. Which stage comes behind which is said by each family of schemes. It may use
 * everything that calls need, and is used by schemes and by those that take calls from routers.
 */
package org.thetisdb.server.stage;
