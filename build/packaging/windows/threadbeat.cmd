@echo off
rem The command line of this copy of Threadbeat, in the Electron that came with it.
setlocal
rem Is put back for what the command starts.
set "THREADBEAT_FOUND_RUN_AS_NODE=%ELECTRON_RUN_AS_NODE%"
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Threadbeat.exe" "%~dp0..\app.asar\dist\cli.cjs" %*
