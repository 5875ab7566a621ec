package org.thetisdb.cli.admin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code thetis admin}: what one does to a running cluster. */
@Command(
    name = "admin",
    description =
        "Uploads procedures to a running cluster, calls one, makes partitions of a storage engine, compares replicas, explains where a"
            + " range is mastered, adds a site or takes one out, changes the scheme or advises one, adds replicas of ranges or drops them, splits ranges or merges them, cuts a"
            + " placement from a trace; moves ranges to other sites, and spreads load over them.",
    mixinStandardHelpOptions = true,
    subcommands = {
      UploadCommand.class,
      CallCommand.class,
      EngineCommand.class,
      CompareReplicasCommand.class,
      ExplainCommand.class,
      AddSiteCommand.class,
      DrainSiteCommand.class,
      SchemeCommand.class,
      ReplicaCommand.class,
      RangeCommand.class,
      AdviseCommand.class,
      PlaceCommand.class,
      MoveCommand.class,
      MigrationsCommand.class,
      RebalanceCommand.class
    })
public final class AdminCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "Which one: upload, call, engine, compare-replicas, explain, add-site, drain-site, scheme, replica,"
            + " advise, place, move, migrations or rebalance?");
  }
}
