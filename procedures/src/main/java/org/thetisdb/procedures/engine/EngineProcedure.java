package org.thetisdb.procedures.engine;

import java.util.List;
import org.thetisdb.procedures.Procedure;
import org.thetisdb.procedures.Table;

/** What the procedures of one engine have in common. */
abstract class EngineProcedure implements Procedure {
  private final HostedEngine engine;
  private final String suffix;

  /**
   * A procedure of an engine.
   *
   * @param suffix of its name, behind that of the engine
   */
  EngineProcedure(HostedEngine engine, String suffix) {
    this.engine = engine;
    this.suffix = suffix;
  }

  final HostedEngine engine() {
    return engine;
  }

  @Override
  public final List<Table> tables() {
    return engine.tables().all();
  }

  @Override
  public final String name() {
    return engine.name() + suffix;
  }
}
