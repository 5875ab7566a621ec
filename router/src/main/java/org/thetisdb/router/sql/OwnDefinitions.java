package org.thetisdb.router.sql;

import java.util.List;
import java.util.function.Consumer;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.SqlReply;
import org.thetisdb.core.wire.SqlRequest.Statement;
import org.thetisdb.router.call.OwnSession;
import org.thetisdb.router.definition.Definer;
import org.thetisdb.router.statement.SqlTask;
import org.thetisdb.router.statement.StatementSession;
import org.thetisdb.router.term.EngineParts;

/** Definitions that a router makes for itself, in one session. Owned by the engine's thread. */
final class OwnDefinitions {
  private static final int TIMEOUT_MS = 10_000;
  private static final byte[] NO_ARGUMENTS = ValueCodec.encode(List.of(List.of()));

  private final EngineParts parts;
  private final Definer definer;
  private final OwnSession own;
  private final StatementSession session;

  OwnDefinitions(EngineParts parts, Definer definer, OwnSession own) {
    this.parts = parts;
    this.definer = definer;
    this.own = own;
    this.session = new StatementSession(own.id(), null);
  }

  /** Runs a definition; {@code done} hears what became of it. */
  void define(String sql, Consumer<SqlReply.Result> done) {
    Statement statement =
        new Statement(
            0,
            session.id,
            own.nextSequence(),
            false,
            TIMEOUT_MS,
            parts.cuts().known(),
            0,
            sql,
            NO_ARGUMENTS,
            0,
            0);
    definer.submit(
        new SqlTask(
            session, statement, () -> {}, message -> done.accept((SqlReply.Result) message)));
  }
}
