/**
 * The stages that a call passes, one class for each, and the lists of them: one for each kind of
 * concurrency control, in {@link org.thetisdb.server.stage.StageLists}. Only that class knows which
 * stage comes behind which. It may use everything that calls need, and is used by those who take
 * calls from routers.
 */
package org.thetisdb.server.stage;
