package org.thetisdb.server.system;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.thetisdb.core.bytes.ByteReader;
import org.thetisdb.core.bytes.CodecException;
import org.thetisdb.core.error.ErrorCode;
import org.thetisdb.core.error.ThetisException;
import org.thetisdb.core.key.RowKey;
import org.thetisdb.core.net.Connection;
import org.thetisdb.core.placement.AppliedPlacement;
import org.thetisdb.core.placement.Migration;
import org.thetisdb.core.placement.ReplicaSets;
import org.thetisdb.core.placement.SiteStanding;
import org.thetisdb.core.scheme.LearnedRecord;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.time.WorkerLostError;
import org.thetisdb.core.value.ValueCodec;
import org.thetisdb.core.wire.RouterToSite.Execute;
import org.thetisdb.core.wire.SiteToRouter.Executed;
import org.thetisdb.core.wire.SiteToRouter.Replan;
import org.thetisdb.replication.membership.Roster;
import org.thetisdb.server.catalog.Catalog;
import org.thetisdb.server.catalog.Catalog.Installation;
import org.thetisdb.server.catalog.Catalog.SystemRow;
import org.thetisdb.server.commit.CommitProtocol.Rows;
import org.thetisdb.server.commit.OutcomeTable.Outcome;
import org.thetisdb.server.state.SiteState;
import org.thetisdb.sql.call.SystemCall;
import org.thetisdb.sql.catalog.Existence;
import org.thetisdb.sql.catalog.Existence.Right;
import org.thetisdb.sql.catalog.Existence.State;
import org.thetisdb.sql.catalog.SequenceDef;
import org.thetisdb.sql.catalog.SqlCatalog;
import org.thetisdb.sql.define.step.CatalogChange;
import org.thetisdb.sql.define.step.ExistenceChanges;
import org.thetisdb.sql.define.step.Step;
import org.thetisdb.sql.define.step.StepText;
import org.thetisdb.sql.sequence.SequencePositions;
import org.thetisdb.sql.sequence.ValueBlock;
import org.thetisdb.store.RowVersion;

/**
 * Transactions of the system itself. They write system rows at the master of the catalog's
 * partition and are logged and replicated like all others.
 */
public final class SystemTransactions {
  /**
   * Installs a jar; arguments are its name and its bytes, the result is the list of its procedures.
   */
  static final String INSTALL_JAR = "thetis.install_jar";

  /** Changes how far a site belongs to the cluster; arguments are its number and the standing. */
  static final String CHANGE_SITE = "thetis.change_site";

  /**
   * Changes the scheme; arguments are the number of the change and the scheme's name, the result is
   * the number of the last change.
   */
  static final String CHANGE_SCHEME = "thetis.change_scheme";

  /**
   * Changes which replicas there are; arguments are an encoded {@link ReplicaSets} and the number
   * of the change that came before, which may be left out if there is one change more. The result
   * is the number of the last change.
   */
  static final String CHANGE_REPLICAS = "thetis.change_replicas";

  /**
   * Changes where partitions are to be mastered; the argument is an encoded {@link
   * AppliedPlacement}, the result its number.
   */
  static final String CHANGE_PLACEMENT = "thetis.change_placement";

  /**
   * Changes a migration, and perhaps the placement with it; arguments are an encoded {@link
   * Migration} and an encoded {@link AppliedPlacement}, empty if that stays. The result is the id.
   */
  static final String CHANGE_MIGRATION = "thetis.change_migration";

  /**
   * Keeps what a scheme has learned; the argument is an encoded {@link LearnedRecord}, whose number
   * does not matter. The result is the number that it got.
   */
  static final String KEEP_LEARNED = "thetis.keep_learned";

  private static final byte[] NO_VALUE = {};

  /** Loading a jar runs its static initialisers, which are the user's code. */
  private static final long LOADING_LIMIT_MS = 3_000;

  private static final long LOOK_US = 1_000;
  private static final int MOST_LOOKS = 5_000;

  private static final Set<String> NAMES =
      Set.of(
          INSTALL_JAR,
          CHANGE_SITE,
          CHANGE_SCHEME,
          CHANGE_REPLICAS,
          CHANGE_PLACEMENT,
          CHANGE_MIGRATION,
          KEEP_LEARNED,
          SystemCall.DEFINE,
          SystemCall.FINISH_STEP,
          SystemCall.COUNT_ROWS,
          SystemCall.TAKE_VALUES,
          SystemCall.SET_VALUE,
          SystemCall.CHANGE_EXISTENCE);

  private final SiteState state;
  private final Predicate<Connection> leads;
  private final Runnable onCatalog;
  private final Runnable onSites;

  /**
   * Transactions at a site.
   *
   * @param leads whether a router still leads
   * @param onCatalog called when the catalog has changed
   * @param onSites called when the standing of a site, the scheme or a replica was written
   */
  public SystemTransactions(
      SiteState state, Predicate<Connection> leads, Runnable onCatalog, Runnable onSites) {
    this.state = state;
    this.leads = leads;
    this.onCatalog = onCatalog;
    this.onSites = onSites;
  }

  /** Whether a call is one of these. */
  public static boolean isOne(Execute call) {
    return NAMES.contains(call.procedure());
  }

  /** Runs a system transaction; the router gets its answer. */
  public void run(Execute call, Connection router) {
    if (!isHere()) {
      router.send(
          new Replan(
              call.attemptId(),
              state.progress().report(),
              List.of(state.mastership().describe(Catalog.PARTITION)),
              null));
      return;
    }
    guarded(call, router, () -> runHere(call, router));
  }

  private boolean isHere() {
    return state.mastership().isMasteredHere(Catalog.PARTITION);
  }

  private void runHere(Execute call, Connection router) {
    Outcome outcome =
        state.data().outcomes().recorded(call.session(), call.sequence(), call.repetition());
    if (outcome != null) {
      answer(
          call,
          router,
          outcome.site() == state.data().self() ? outcome.position() : 0,
          outcome.value());
      return;
    }
    if (SystemCall.mayMakeRoom(call.procedure())) {
      state.log().checkRoomToEnd(); // what it does tells whether it needs more
    } else {
      state.log().checkRoom();
    }
    switch (call.procedure()) {
      case INSTALL_JAR -> install(call, router);
      case CHANGE_SITE -> changeSite(call, router);
      case CHANGE_SCHEME -> changeScheme(call, router);
      case CHANGE_REPLICAS -> changeReplicas(call, router);
      case CHANGE_PLACEMENT -> changePlacement(call, router);
      case CHANGE_MIGRATION -> changeMigration(call, router);
      case KEEP_LEARNED -> keepLearned(call, router);
      case SystemCall.DEFINE -> define(call, router);
      case SystemCall.FINISH_STEP -> finishStep(call, router);
      case SystemCall.COUNT_ROWS -> countRows(call, router);
      case SystemCall.CHANGE_EXISTENCE -> changeExistence(call, router);
      case SystemCall.SET_VALUE -> setValue(call, router);
      default -> takeValues(call, router);
    }
  }

  private void guarded(Execute call, Connection router, Runnable work) {
    try {
      work.run();
    } catch (ThetisException e) {
      refuse(call, router, e);
    } catch (CodecException e) {
      refuse(call, router, new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e));
    }
  }

  private void install(Execute call, Connection router) {
    Installation installation = load(call, router);
    commit(call, router, installation.rows(), ValueCodec.encode(installation.procedureNames()));
    onCatalog.run();
  }

  /**
   * Plans on another event loop, and again if the catalog changed, or went elsewhere, meanwhile.
   */
  @SuppressWarnings("ReferenceEquality")
  private void define(Execute call, Connection router) {
    SqlCatalog catalog = state.catalog().sql();
    state
        .sql()
        .define(
            (String) argument(call, 0, String.class),
            catalog,
            userOf(call),
            Instant.ofEpochMilli(call.wallMs()),
            call.seed(),
            (change, error) -> {
              if (state.life().isStopped() || !leads.test(router)) {
                return;
              }
              guarded(
                  call,
                  router,
                  () -> {
                    if (error != null) {
                      throw error;
                    }
                    if (catalog == state.catalog().sql() && isHere()) {
                      define(call, router, change, change.makesRoom());
                    } else {
                      run(call, router);
                    }
                  });
            });
  }

  /** Whose definition it is; empty for the engine's own, and for who may do everything. */
  private static String userOf(Execute call) {
    Object[] arguments = ValueCodec.decodeArguments(call.arguments());
    return arguments.length > 1 && arguments[1] instanceof String user ? user : "";
  }

  /** A change that makes room, or ends what has begun, is made on a short disk, too. */
  private void define(Execute call, Connection router, CatalogChange change, boolean onShortDisk) {
    List<String> steps = change.steps().stream().map(StepText::of).toList();
    boolean changes = !change.rows().isEmpty();
    long version = state.catalog().sql().version() + (changes ? 1 : 0);
    byte[] value = ValueCodec.encodeArguments(change.notices(), steps, version);
    if (!changes) {
      answer(call, router, 0, value);
      return;
    }
    if (onShortDisk) {
      state.log().checkRoomToEnd();
    } else {
      state.log().checkRoom();
    }
    List<SystemRow> rows = new ArrayList<>();
    change.rows().forEach(row -> rows.add(new SystemRow(row.key(), row.row())));
    ExistenceChanges.of(
            state.catalog().sql(), state.catalog().sqlWith(rows), state.catalog().existence())
        .forEach(row -> rows.add(new SystemRow(row.key(), row.row())));
    commit(call, router, rows, value);
    onCatalog.run();
  }

  private void finishStep(Execute call, Connection router) {
    Step step = StepText.parse((String) argument(call, 0, String.class));
    boolean failed = (Boolean) argument(call, 1, Boolean.class);
    if (step == null) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "there is no such step");
    }
    if (step instanceof Step.PurgeTables && !failed) {
      finishPurge(call, router, step, MOST_LOOKS);
    } else {
      define(call, router, state.sql().finish(step, failed, state.catalog().sql()), true);
    }
  }

  /**
   * A site that sees that a table is purged must have seen all of its rows, and first of all this
   * site: so it waits until it has applied what the call depends on.
   */
  private void finishPurge(Execute call, Connection router, Step step, int looks) {
    if (state.progress().everything().covers(call.vector())) {
      define(call, router, state.sql().finish(step, false, state.catalog().sql()), true);
    } else if (looks == 0) {
      throw new ThetisException(ErrorCode.TIMED_OUT, LOOK_US * MOST_LOOKS / 1_000);
    } else {
      state.scheduler().schedule(LOOK_US, () -> lookAgain(call, router, step, looks - 1));
    }
  }

  private void lookAgain(Execute call, Connection router, Step step, int looks) {
    if (state.life().isStopped() || !leads.test(router)) {
      return;
    }
    if (isHere()) {
      guarded(call, router, () -> finishPurge(call, router, step, looks));
    } else {
      run(call, router);
    }
  }

  /**
   * What a change depends on must be applied here: a transaction that relies on rows from now on
   * reads them here, and must find gone what was deleted before (hazard 17).
   */
  private void changeExistence(Execute call, Connection router) {
    int table = (Integer) argument(call, 0, Integer.class);
    long version = (Long) argument(call, 1, Long.class);
    Existence rights = state.catalog().existence();
    Right right = rights.of(table);
    if (right.version() == version && state.progress().everything().covers(call.vector())) {
      State next = State.ofCode((Integer) argument(call, 2, Integer.class));
      Right changed = right.to(next, rights.version() + 1);
      commit(
          call,
          router,
          List.of(new SystemRow(Existence.key(table), changed.encode())),
          valueOf(changed));
      onCatalog.run();
    } else {
      answer(call, router, state.log().position(), valueOf(right));
    }
  }

  private static byte[] valueOf(Right right) {
    return ValueCodec.encodeArguments(right.version(), right.state().code(), right.thaws());
  }

  private SequenceDef sequence(Execute call) {
    String name = (String) argument(call, 0, String.class);
    SequenceDef sequence = state.catalog().sql().sequence(name);
    if (sequence == null) {
      throw new ThetisException(ErrorCode.UNKNOWN_OBJECT, "sequence", name);
    }
    return sequence;
  }

  private void setValue(Execute call, Connection router) {
    SequenceDef sequence = sequence(call);
    long value = (Long) argument(call, 1, Long.class);
    boolean used = (Boolean) argument(call, 2, Boolean.class);
    byte[] position = SequencePositions.at(sequence, value, used);
    RowKey key = SequencePositions.key(sequence);
    commit(call, router, List.of(new SystemRow(key, position)), NO_VALUE);
  }

  private void takeValues(Execute call, Connection router) {
    SequenceDef sequence = sequence(call);
    int count = (Integer) argument(call, 1, Integer.class);
    RowKey key = SequencePositions.key(sequence);
    RowVersion present = new RowVersion();
    boolean found = state.data().store().readNewest(key, present) && !present.isDeleted();
    SequencePositions.Advance advance =
        SequencePositions.advance(sequence, found ? present.toByteArray() : null, count);
    ValueBlock values = advance.values();
    byte[] value = ValueCodec.encodeArguments(values.first(), values.increment(), values.count());
    commit(call, router, List.of(new SystemRow(key, advance.position())), value);
  }

  /** How many rows tables have, and whether none of these could be deleted by a statement. */
  private void countRows(Execute call, Connection router) {
    long rows = 0;
    for (Object table : (List<?>) argument(call, 0, List.class)) {
      rows += table instanceof Integer id ? state.data().store().rowCount(id) : 0;
    }
    boolean isShort = state.log().disk().isShort();
    answer(call, router, 0, ValueCodec.encodeArguments(rows, isShort));
  }

  private static Object argument(Execute call, int place, Class<?> type) {
    Object[] arguments = ValueCodec.decodeArguments(call.arguments());
    if (place >= arguments.length || !type.isInstance(arguments[place])) {
      throw new ThetisException(
          ErrorCode.BAD_REQUEST, "argument " + place + " of " + call.procedure() + " is wrong");
    }
    return arguments[place];
  }

  private Installation load(Execute call, Connection router) {
    Object[] arguments = ValueCodec.decodeArguments(call.arguments());
    if (arguments.length != 2
        || !(arguments[0] instanceof String name)
        || !(arguments[1] instanceof byte[] jar)) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a jar's name and its bytes are expected");
    }
    Installation[] loaded = new Installation[1];
    try {
      state
          .lines()
          .guard()
          .runGuarded(
              () -> loaded[0] = state.catalog().plan(name, jar),
              LOADING_LIMIT_MS,
              lost ->
                  refuse(
                      call,
                      router,
                      new ThetisException(ErrorCode.BAD_JAR, "its classes take too long to load")));
    } catch (ThetisException | WorkerLostError e) {
      throw e;
    } catch (RuntimeException | LinkageError e) {
      throw new ThetisException(ErrorCode.BAD_JAR, e.toString()).causedBy(e);
    }
    return loaded[0];
  }

  private void refuse(Execute call, Connection router, ThetisException e) {
    String why = String.valueOf(e.getMessage());
    router.send(
        new Executed(
            call.attemptId(), e.code().number(), why, state.progress().report(), NO_VALUE));
  }

  private void commit(Execute call, Connection router, List<SystemRow> rows, byte[] value) {
    long bytes = rows.stream().mapToLong(row -> row.row() == null ? 0 : row.row().length).sum();
    state.data().store().reserve(rows.size(), bytes);
    state.log().dependOn(call.vector());
    long position =
        state
            .commits()
            .commit(
                call.session(),
                call.sequence(),
                value,
                Rows.of(rows, SystemRow::key, SystemRow::row));
    rows.forEach(row -> state.catalog().apply(row.key(), row.row()));
    state.progress().placed(position);
    answer(call, router, position, value);
  }

  private void answer(Execute call, Connection router, long position, byte[] value) {
    state
        .log()
        .whenDurable(
            position,
            () ->
                router.send(
                    new Executed(call.attemptId(), 0, "", state.progress().report(), value)));
  }

  /** No effect if the site is as far already. */
  private void changeSite(Execute call, Connection router) {
    Object[] arguments = ValueCodec.decodeArguments(call.arguments());
    if (arguments.length != 2
        || !(arguments[0] instanceof Long site)
        || !(arguments[1] instanceof Long wanted)) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a site and its standing are expected");
    }
    Roster roster = state.data().roster();
    SiteStanding asked = standingOf(wanted.intValue());
    if (SiteChange.isTooEarly(roster, state.data().trimPoints(), site.intValue(), asked)) {
      throw SiteChange.tooEarly(site.intValue());
    }
    SiteStanding standing = SiteChange.decide(roster, site.intValue(), asked);
    byte[] value = ValueCodec.encode(site);
    if (standing == null) {
      answer(call, router, state.log().position(), value);
      return;
    }
    commit(call, router, List.of(Catalog.siteRow(site.intValue(), standing)), value);
    onSites.run();
  }

  /**
   * A change is the next one, or nothing is written: a router that asks for another one did not
   * know what is in force.
   */
  private void changeScheme(Execute call, Connection router) {
    long number = (Long) argument(call, 0, Long.class);
    String name = (String) argument(call, 1, String.class);
    SchemeRecord next = state.catalog().scheme().next(name);
    if (number != next.number()) {
      throw new ThetisException(
          ErrorCode.SCHEME_CHANGE_REFUSED, name, "change " + (next.number() - 1) + " came before");
    }
    commit(call, router, List.of(Catalog.schemeRow(next)), ValueCodec.encode(number));
    onSites.run();
  }

  /** As with the scheme: changes are the next ones, or nothing is written. */
  private void changeReplicas(Execute call, Connection router) {
    ReplicaSets next = decoded((byte[]) argument(call, 0, byte[].class), ReplicaSets::decode);
    boolean isOne = ValueCodec.decodeArguments(call.arguments()).length == 1;
    long behind = isOne ? next.number() - 1 : (Long) argument(call, 1, Long.class);
    long now = state.catalog().replicas().number();
    if (behind != now || next.number() <= now) {
      throw new ThetisException(
          ErrorCode.REPLICA_CHANGE_REFUSED, "change " + now + " came before, ask again");
    }
    commit(call, router, List.of(Catalog.replicasRow(next)), ValueCodec.encode(next.number()));
    onSites.run();
  }

  /** As with the scheme: a change is the next one, or nothing is written. */
  private void changePlacement(Execute call, Connection router) {
    AppliedPlacement next =
        decoded((byte[]) argument(call, 0, byte[].class), AppliedPlacement::decode);
    checkNext(next);
    commit(call, router, List.of(Catalog.placementRow(next)), ValueCodec.encode(next.number()));
    onSites.run();
  }

  private void checkNext(AppliedPlacement next) {
    long now = state.catalog().placement().number();
    if (next.number() != now + 1) {
      throw new ThetisException(
          ErrorCode.PLACEMENT_CHANGE_REFUSED, "change " + now + " came before, ask again");
    }
  }

  /**
   * A migration and the placement that it needs are one transaction: neither is without the other.
   */
  private void changeMigration(Execute call, Connection router) {
    Object[] arguments = ValueCodec.decodeArguments(call.arguments());
    if (arguments.length != 2
        || !(arguments[0] instanceof byte[] migration)
        || !(arguments[1] instanceof byte[] placement)) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, "a migration and a placement are expected");
    }
    Migration next = decoded(migration, Migration::decode);
    String obstacle = state.catalog().migrations().obstacle(next);
    if (!obstacle.isEmpty()) {
      throw new ThetisException(ErrorCode.MIGRATION_REFUSED, obstacle);
    }
    List<SystemRow> rows = new ArrayList<>();
    if (placement.length > 0) {
      AppliedPlacement placed = decoded(placement, AppliedPlacement::decode);
      checkNext(placed);
      rows.add(Catalog.placementRow(placed));
    }
    rows.add(Catalog.migrationRow(next));
    commit(call, router, rows, ValueCodec.encode(next.id()));
    onSites.run();
  }

  /** Each replaces the one before, whoever wrote that. */
  private void keepLearned(Execute call, Connection router) {
    LearnedRecord next = decoded((byte[]) argument(call, 0, byte[].class), LearnedRecord::decode);
    long number = state.catalog().learned().number() + 1;
    commit(
        call,
        router,
        List.of(Catalog.learnedRow(next.numbered(number))),
        ValueCodec.encode(number));
  }

  private static <T> T decoded(byte[] argument, Function<ByteReader, T> decoder) {
    try {
      ByteReader in = new ByteReader(argument);
      T value = decoder.apply(in);
      in.expectEnd();
      return value;
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
  }

  private static SiteStanding standingOf(int number) {
    try {
      return SiteStanding.ofNumber(number);
    } catch (CodecException e) {
      throw new ThetisException(ErrorCode.BAD_REQUEST, e.getMessage()).causedBy(e);
    }
  }
}
